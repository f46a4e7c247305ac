import { formatExactValue, formatShortValue } from '../numbers.ts';

/** A value in at most ten characters. All of it is its title. */
export function Value({ value }: { readonly value: number }) {
  const [shown, exact] = [formatShortValue(value), formatExactValue(value)];
  return shown === exact ? <>{shown}</> : <span title={exact}>{shown}</span>;
}
