import { formatExactValue, formatShortValue } from '../numbers.ts';

/** A value in at most ten characters. All of it is its title. */
export function Value({ value }: { readonly value: number }) {
  const [shown, exact] = [formatShortValue(value), formatExactValue(value)];
  return shown === exact ? <>{shown}</> : <span title={exact}>{shown}</span>;
}

/** What conversions were worth together. A sum of nothing is that of values which were not set. */
export function SumOfValues({ value }: { readonly value: number }) {
  return (
    <data value={value} class={value === 0 ? 'dim' : undefined}>
      {value === 0 ? 'none set' : <Value value={value} />}
    </data>
  );
}
