import type { ArrivedQuery, SourcePartsFragment } from '../generated/graphql.ts';
import { type Trouble, lastMs, troubleOf } from '../recording/trouble.ts';
import type { Way } from './ways/way.ts';

/** What has arrived by a way. */
export type Arrival =
  | { readonly kind: 'waiting' }
  | { readonly kind: 'received'; readonly source: SourcePartsFragment }
  /** Alone, if nothing else records events of the site: so the newest of them is its own. */
  | { readonly kind: 'recorded'; readonly source: SourcePartsFragment; readonly isAlone: boolean }
  | { readonly kind: 'trouble'; readonly trouble: Trouble; readonly source: SourcePartsFragment }
  | { readonly kind: 'revoked' }
  | { readonly kind: 'full'; readonly resetsAt: string };

type Asked = { readonly way: Way; readonly keyId: string | undefined };

/** Reads it from what the server knows of the site's sources, of the keys, and of the month. */
export function arrivalOf({ account, site }: ArrivedQuery, { way, keyId }: Asked): Arrival {
  const sources = site?.sources ?? [];
  const source = sourceOf(sources, { way, keyId });
  const trouble = source && troubleOf(source);
  if (isRevoked(account, keyId)) return { kind: 'revoked' };
  if (account && (isFull(account) || isRefusedAsFull(trouble)))
    return { kind: 'full', resetsAt: account.usage.resetsAt };
  return source && trouble ? { kind: 'trouble', trouble, source } : arrivedFrom(source, sources);
}

type Account = ArrivedQuery['account'];

const isRevoked = (account: Account, keyId: string | undefined): boolean =>
  account?.keys.some(({ id, revokedAt }) => id === keyId && revokedAt !== null) ?? false;

const isFull = ({ usage: { used, limit } }: NonNullable<Account>): boolean => limit !== null && used >= limit;

/** The status of a delivery of which not all has room in the month. */
const FULL = 429;

const isRefusedAsFull = (trouble: Trouble | undefined): boolean =>
  trouble?.kind === 'refused' && trouble.refusal.status === FULL;

function arrivedFrom(
  source: SourcePartsFragment | undefined,
  sources: readonly SourcePartsFragment[],
): Arrival {
  if (!source) return { kind: 'waiting' };
  const { records, events } = source.window;
  if (events === 0) return records > 0 ? { kind: 'received', source } : { kind: 'waiting' };
  const isAlone = !sources.some(({ id, window }) => id !== source.id && window.events > 0);
  return { kind: 'recorded', source, isAlone };
}

/** The newest source of the key, whoever sends with it; without a key, of those that the way makes. */
function sourceOf(
  sources: readonly SourcePartsFragment[],
  { way, keyId }: Asked,
): SourcePartsFragment | undefined {
  const own = sources.filter(keyId === undefined ? way.source : (source) => source.keyId === keyId);
  return own.toSorted((one, other) => lastMs(other) - lastMs(one))[0];
}
