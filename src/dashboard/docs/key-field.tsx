type Props = {
  readonly value: string;
  readonly onChange: (key: string) => void;
  readonly hint: string;
};

/** A key lives as long as the page: nothing stores it. */
export function KeyField({ value, onChange, hint }: Props) {
  return (
    <label class="field-row">
      <span>API key</span>
      <input
        class="input"
        type="password"
        autocomplete="off"
        spellcheck={false}
        placeholder={hint}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  );
}
