import type { ComponentChildren } from 'preact';
import type { Problem } from '../answers/problem.ts';
import { Choice } from './choice.tsx';
import { CsvButton } from './csv-button.tsx';
import { ProblemHint } from './note.tsx';
import { ROW_COUNTS, type RowCount } from './row-counts.ts';

type Props = {
  /** What the list is called, also as a file: `Pages`. */
  readonly title: string;
  /** How many rows a part has at most. */
  readonly rows: RowCount;
  readonly choose: (rows: RowCount) => void;
  /** Undefined where nothing is before the part that is shown, or after it. */
  readonly goBack: (() => void) | undefined;
  readonly goOn: (() => void) | undefined;
  /** Why another part has not come. */
  readonly problem?: Problem | undefined;
  /** Which part is shown: `26 – 50`. */
  readonly children: ComponentChildren;
};

/** The way to the other parts of a long list. */
export function ListSteps({ title, rows, choose, goBack, goOn, problem, children }: Props) {
  return (
    <div class="end">
      <CsvButton title={title} />
      <Choice
        name="Rows at once"
        options={OPTIONS}
        chosen={String(rows)}
        choose={(value) => choose(ROW_COUNTS.find((count) => String(count) === value) ?? ROW_COUNTS[0])}
      />
      {problem && <ProblemHint problem={problem} />}
      <div class="steps-of">
        <button type="button" class="btn small" disabled={!goBack} onClick={goBack}>
          Back
        </button>
        <span>{children}</span>
        <button type="button" class="btn small" disabled={!goOn} onClick={goOn}>
          Next {rows}
        </button>
      </div>
    </div>
  );
}

const OPTIONS = ROW_COUNTS.map((count) => ({ value: String(count), label: `${count} rows` }));
