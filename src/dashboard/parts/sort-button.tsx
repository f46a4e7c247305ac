import type { ComponentChildren } from 'preact';
import { Icon } from './icon.tsx';

type Props = {
  /** How the rows are sorted by it now; undefined if they are not. */
  readonly direction: 'ascending' | 'descending' | undefined;
  readonly sort: () => void;
  readonly children: ComponentChildren;
};

/** The head of a column, by which the rows are sorted when it is pressed. */
export function SortButton({ direction, sort, children }: Props) {
  return (
    <button type="button" class={direction ? 'sort on' : 'sort'} onClick={sort}>
      {children}
      {direction && <Icon name="down" class={direction === 'ascending' ? 'chev up' : 'chev'} />}
    </button>
  );
}
