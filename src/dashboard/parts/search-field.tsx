import { Icon } from './icon.tsx';

type Props = {
  /** What it is for: `Search in paths`. */
  readonly label: string;
  readonly text: string;
  readonly type: (text: string) => void;
  /** When the reader leaves the field. */
  readonly leave?: () => void;
  /** Whether it is in a dialog or a menu, which the first Esc closes. A field of the type "search" would be emptied by it. */
  readonly isInPopup?: boolean;
  readonly autofocus?: boolean;
};

/** Searches while the reader types. */
export function SearchField({ label, text, type, leave, isInPopup = false, autofocus = false }: Props) {
  return (
    <label class="find">
      <span class="sr">{label}</span>
      <Icon name="search" />
      <input
        class="input"
        type={isInPopup ? 'text' : 'search'}
        role={isInPopup ? 'searchbox' : undefined}
        placeholder={label}
        autofocus={autofocus}
        autocomplete="off"
        spellcheck={false}
        value={text}
        onInput={({ currentTarget }) => type(currentTarget.value)}
        onBlur={leave}
      />
    </label>
  );
}
