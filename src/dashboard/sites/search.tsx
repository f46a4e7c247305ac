import { formatCount } from '../numbers.ts';
import { SearchField } from '../parts/search-field.tsx';

type Props = {
  readonly text: string;
  /** How many sites it finds. */
  readonly found: number;
  readonly change: (text: string) => void;
};

/** Finds sites as one types. */
export function Search({ text, found, change }: Props) {
  return (
    <form
      class="filters of-sites"
      role="search"
      aria-label="Sites"
      onSubmit={(event) => event.preventDefault()}
    >
      <SearchField label="Search in sites" text={text} type={change} />
      <p class="hint" role="status">
        {text.trim() !== '' && `${formatCount(found)} found`}
      </p>
    </form>
  );
}
