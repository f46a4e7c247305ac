import type { SourcePartsFragment } from '../generated/graphql.ts';

/** What keeps a source from recording what it is there for. */
export type Trouble =
  | { readonly kind: 'refused'; readonly refusal: NonNullable<SourcePartsFragment['lastRefusal']> }
  | { readonly kind: 'unreadable' | 'no-agent'; readonly remedy: string }
  | { readonly kind: 'other-host'; readonly sample: string | null };

/** The code of the limit without which no bot can be recognised. */
export const NO_AGENT = 'no-user-agent';

/** The code of the limit of a source whose last batch had no record that could be read. */
const UNREADABLE = 'unreadable';

const OTHER_HOST = 'other-host';

/** The first trouble of a source: its newest delivery was refused, or nothing that it delivers can count. */
export function troubleOf(source: SourcePartsFragment): Trouble | undefined {
  const { lastRefusal, window, limits } = source;
  if (lastRefusal && isNewest(source)) return { kind: 'refused', refusal: lastRefusal };
  const unreadable = limits.find(({ code }) => code === UNREADABLE);
  if (unreadable) return { kind: 'unreadable', remedy: unreadable.remedy };
  const noAgent = limits.find(({ code }) => code === NO_AGENT);
  if (noAgent) return { kind: 'no-agent', remedy: noAgent.remedy };
  const otherHost = window.skipped.find(({ reason }) => reason === OTHER_HOST);
  if (otherHost?.count === window.records && window.records > 0)
    return { kind: 'other-host', sample: otherHost.sample };
  return undefined;
}

/** Whether nothing has come in since the refusal. */
function isNewest({ lastRefusal, lastBatch }: SourcePartsFragment): boolean {
  return lastBatch === null || Date.parse(lastRefusal?.at ?? '') > Date.parse(lastBatch.at);
}

/** Troubled sources first, then those that recorded last. */
export function inOrder(sources: readonly SourcePartsFragment[]): readonly SourcePartsFragment[] {
  const rank = (source: SourcePartsFragment) => (troubleOf(source) ? 0 : 1);
  return sources.toSorted((one, other) => rank(one) - rank(other) || lastMs(other) - lastMs(one));
}

/** When a source delivered or recorded last, in milliseconds; 0 if it never did. */
export const lastMs = ({ lastBatch, lastRecordedAt }: SourcePartsFragment): number =>
  Math.max(0, ...[lastBatch?.at, lastRecordedAt].map((at) => (at ? Date.parse(at) : 0)));
