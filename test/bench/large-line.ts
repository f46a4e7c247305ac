import { progress } from './progress.ts';

/** What was measured on a large database. */
export type LargeLine = {
  readonly name: string;
  /** Undefined if it failed, or was not done within its limit. */
  readonly seen: number | undefined;
  readonly unit: string;
  /** Undefined for what is only shown. */
  readonly goal?: LargeGoal | undefined;
  /** What else there is to say, or why nothing was seen. */
  readonly detail?: string;
};

export type LargeGoal = { readonly kind: 'at least' | 'at most'; readonly figure: number };

export const atMost = (figure: number): LargeGoal => ({ kind: 'at most', figure });
export const atLeast = (figure: number): LargeGoal => ({ kind: 'at least', figure });

/** What a part measures, or that it failed, so that the others are measured. */
export async function partOf(
  name: string,
  measure: () => Promise<readonly LargeLine[]>,
): Promise<readonly LargeLine[]> {
  try {
    return await measure();
  } catch (error) {
    return [{ name: `${name} failed`, seen: undefined, unit: '', detail: reasonOf(error) }];
  }
}

type Seen = Pick<LargeLine, 'seen' | 'detail'>;

/** A line of what `measure` sees. What fails is a line too, so that the others are measured. */
export async function lineOf(
  line: Pick<LargeLine, 'name' | 'unit' | 'goal'>,
  measure: () => Promise<Seen | number>,
): Promise<LargeLine> {
  progress(`large: ${line.name}`);
  try {
    const seen = await measure();
    return { ...line, ...(typeof seen === 'number' ? { seen } : seen) };
  } catch (error) {
    return { ...line, seen: undefined, detail: reasonOf(error) };
  }
}

const REASON_LENGTH = 120;

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replaceAll(/\s+/g, ' ').slice(0, REASON_LENGTH);
}
