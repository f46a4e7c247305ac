import { formatCount } from '../numbers.ts';
import { Icon } from '../parts/icon.tsx';

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
      <label class="find">
        <span class="sr">Search in sites</span>
        <Icon name="search" />
        <input
          class="input"
          type="search"
          placeholder="Search in sites"
          autocomplete="off"
          spellcheck={false}
          value={text}
          onInput={({ currentTarget }) => change(currentTarget.value)}
        />
      </label>
      <p class="hint" role="status">
        {text.trim() !== '' && `${formatCount(found)} found`}
      </p>
    </form>
  );
}
