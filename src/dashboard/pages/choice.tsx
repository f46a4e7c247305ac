export type Option = { readonly value: string; readonly label: string };

type Props = {
  readonly name: string;
  /** The default first. */
  readonly options: readonly Option[];
  readonly chosen: string;
  readonly choose: (value: string) => void;
};

export function Choice({ name, options, chosen, choose }: Props) {
  return (
    <label class="pick">
      <span class="sr">{name}</span>
      <select
        class={`input ${chosen === options[0]?.value ? '' : 'on'}`}
        value={chosen}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        {options.map(({ value, label }) => (
          <option key={value} value={value} selected={value === chosen}>
            {label}
          </option>
        ))}
      </select>
    </label>
  );
}
