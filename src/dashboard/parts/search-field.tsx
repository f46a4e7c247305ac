import { Icon } from './icon.tsx';

type Props = {
  /** What is searched in: `paths`. */
  readonly what: string;
  readonly text: string;
  readonly type: (text: string) => void;
  /** When the reader leaves the field. */
  readonly leave?: () => void;
};

/** Searches while the reader types. */
export function SearchField({ what, text, type, leave }: Props) {
  return (
    <label class="find">
      <span class="sr">Search in {what}</span>
      <Icon name="search" />
      <input
        class="input"
        type="search"
        placeholder={`Search in ${what}`}
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onBlur={leave}
      />
    </label>
  );
}
