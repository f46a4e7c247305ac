import type { ComponentChildren } from 'preact';
import { useId } from 'preact/hooks';
import { CsvButton, WithCsv } from './csv-button.tsx';
import { RefusedPart } from './refused.tsx';
import { Skeleton } from './table.tsx';

type Props = {
  readonly title: string;
  readonly hint?: string;
  /** Its place in the grid. */
  readonly place?: string;
  readonly end?: ComponentChildren;
  /** Whether it is a table, of which there is a file. */
  readonly hasCsv?: boolean;
  /** What the file is called, where the title says more than that. */
  readonly csvTitle?: string;
  /** How high it is while it loads. */
  readonly height?: number | undefined;
  /** Undefined while it loads, null if it was refused. */
  readonly children: ComponentChildren;
};

/** A section about one question. */
export function Sheet({
  title,
  hint,
  place = '',
  end,
  hasCsv = false,
  csvTitle = title,
  height,
  children,
}: Props) {
  const id = useId();
  const isLoading = children === undefined;
  const section = (
    <section
      class={`sheet ${place}`}
      aria-labelledby={id}
      aria-busy={isLoading}
      style={isLoading && height !== undefined ? { minHeight: `${height}px` } : undefined}
    >
      <header>
        <h2 id={id}>{title}</h2>
        {hint && <p>{hint}</p>}
        {end}
        {hasCsv && <CsvButton title={csvTitle} isDisabled={!children} />}
      </header>
      {isLoading ? <Skeleton height={height} /> : (children ?? <RefusedPart />)}
    </section>
  );
  return hasCsv ? <WithCsv>{section}</WithCsv> : section;
}
