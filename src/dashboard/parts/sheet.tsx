import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { RefusedPart } from './refused.tsx';
import { Skeleton } from './table.tsx';

type Props = {
  readonly title: string;
  readonly hint?: string;
  /** Its place in the grid. */
  readonly place?: string;
  readonly end?: ComponentChildren;
  /** Undefined while it loads, null if it was refused. */
  readonly children: ComponentChildren;
};

/** A section about one question. */
export function Sheet({ title, hint, place = '', end, children }: Props) {
  const id = useId();
  return (
    <section class={`sheet ${place}`} aria-labelledby={id} aria-busy={children === undefined}>
      <header>
        <h2 id={id}>{title}</h2>
        {hint && <p>{hint}</p>}
        {end}
      </header>
      {children === undefined ? <Skeleton /> : (children ?? <RefusedPart />)}
    </section>
  );
}
