export type Option = { readonly value: string; readonly label: string };

type Props = {
  readonly name: string;
  readonly class?: string;
  /** The default first. */
  readonly options: readonly Option[];
  readonly chosen: string;
  readonly choose: (value: string) => void;
};

/** One of several, by a list that opens. */
export function Choice({ name, class: own = '', options, chosen, choose }: Props) {
  return (
    <label class={`pick ${own}`}>
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
