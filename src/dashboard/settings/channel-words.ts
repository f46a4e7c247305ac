import type { Problem } from '../answers/problem.ts';
import type {
  AlertKind,
  AlertSettingsQuery,
  AttemptFragment,
  ChannelKind,
  OwnChannelFragment,
} from '../generated/graphql.ts';
import { formatAgo, formatInstant } from '../time/days.ts';

export type OwnChannel = OwnChannelFragment;
export type Attempt = AttemptFragment;

/** A site whose alerts a channel may send. */
export type ChannelSite = NonNullable<AlertSettingsQuery['sites']>[number];

export const CHANNEL_NAMES: Readonly<Record<ChannelKind, string>> = {
  EMAIL: 'E-mail',
  WEBHOOK: 'Webhook',
  SLACK: 'Slack',
  DISCORD: 'Discord',
  NTFY: 'ntfy',
  APPRISE: 'Apprise',
};

/** The kinds of alerts, each by the name of several. */
export const ALERT_NAMES: Readonly<Record<AlertKind, string>> = {
  NEW_BOT: 'New bots',
  SURGE: 'Surges',
  SILENCE: 'Silence',
  ERRORS: 'Errors',
  IMPOSTORS: 'Impostors',
  QUOTA: 'Quota',
};

export const ALERT_KINDS = Object.keys(ALERT_NAMES) as AlertKind[];

type Sites = readonly Pick<ChannelSite, 'id'>[];

/** What a channel sends: `Surges and errors of 2 sites, digest`. */
export function wordsOfSent(
  { kinds, siteIds, digest }: Pick<OwnChannel, 'kinds' | 'siteIds' | 'digest'>,
  sites: Sites,
): string {
  const alerts = kinds.length > 0 ? [wordsOfKinds(kinds) + wordsOfSites(siteIds, sites)] : [];
  const [first = 'Nothing', ...others] = [...alerts, ...(digest ? ['Digest'] : [])];
  return [first, ...others.map((word) => word.toLowerCase())].join(', ');
}

function wordsOfKinds(kinds: readonly AlertKind[]): string {
  const [first = '', ...others] = ALERT_KINDS.filter((kind) => kinds.includes(kind)).map(
    (kind) => ALERT_NAMES[kind],
  );
  if (others.length + 1 === ALERT_KINDS.length) return 'All alerts';
  const last = others.pop()?.toLowerCase();
  const listed = [first, ...others.map((name) => name.toLowerCase())].join(', ');
  return last === undefined ? listed : `${listed} and ${last}`;
}

function wordsOfSites(siteIds: OwnChannel['siteIds'], sites: Sites): string {
  if (siteIds === null) return '';
  // those that were deleted send nothing
  const count = sites.filter(({ id }) => siteIds.includes(id)).length;
  if (count === 0) return ' of no site';
  return count === 1 ? ' of 1 site' : ` of ${count} sites`;
}

/** How a channel or a message stands: whether all is well, in a word or two, and what else there is to know. */
export type Standing = {
  readonly sign: 'ok' | 'bad' | 'wait';
  readonly fact: string;
  readonly next?: string | undefined;
};

/** How the last message of a channel went, or why none is sent. */
export function standingOf(channel: OwnChannel, atMs: number): Standing {
  const { lastDelivery: last, enabled, confirmed, pending } = channel;
  const reason = last?.reason ?? undefined;
  if (!enabled) return { sign: 'wait', fact: 'Switched off', next: reason };
  if (!confirmed) return { sign: 'wait', fact: 'Not confirmed yet', next: reason ?? linkOf(last, atMs) };
  if (!last) return { sign: 'wait', fact: 'Nothing sent yet' };
  const standing = standingOfAttempt(last, atMs);
  // of a message that failed it is said when it is tried again
  const others = last.nextAt === null ? pending : pending - 1;
  return others > 0 ? { ...standing, next: `${standing.next ?? ''}; ${others} more waiting` } : standing;
}

function linkOf(last: Attempt | null, atMs: number): string | undefined {
  if (last?.state === 'PENDING') return 'The link is about to be sent';
  return last ? `Link sent ${formatAgo(Date.parse(last.at), atMs)}` : undefined;
}

function standingOfAttempt({ state, at, reason, nextAt }: Attempt, atMs: number): Standing {
  const again = nextAt === null ? undefined : formatInstant(Date.parse(nextAt), atMs);
  const why = reason ?? 'no reason was given';
  switch (state) {
    case 'DELIVERED':
      return { sign: 'ok', fact: 'Delivered', next: formatAgo(Date.parse(at), atMs) };
    case 'PENDING':
      return { sign: 'wait', fact: 'Not sent yet', next: again && `due ${again}` };
    case 'FAILED':
      return { sign: 'bad', fact: 'Failed', next: again === undefined ? why : `${why}; again ${again}` };
    case 'GIVEN_UP':
      return { sign: 'bad', fact: 'Not delivered', next: why };
  }
}

/** How a message went that was just sent: `Delivered in 0.4 s`, or the reason why not. */
export function wordsOfTest({ state, reason }: Attempt, seconds: number): string {
  if (state !== 'DELIVERED') return reason ?? 'It was not delivered';
  return `Delivered in ${Math.max(0.1, seconds).toFixed(1)} s`;
}

/** Why a change was not made, where there is room for one line only. */
export function wordsOfProblem(problem: Problem): string {
  switch (problem.kind) {
    case 'signed-out':
      return 'You are signed out.';
    case 'limited':
      return 'Too many requests. Try again later.';
    case 'unreachable':
      return 'The server does not respond.';
    case 'outdated':
      return 'This page is older than the server. Load it again.';
    case 'refused':
      return problem.message;
  }
}

const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);

/** Why the messages of a channel are not tried again; undefined if there are none, or none may be sent to it. */
export function wordsOfGivenUp(channel: OwnChannel, atMs: number): string | undefined {
  const { enabled, confirmed, givenUp, lastDelivery: last } = channel;
  if (givenUp === 0 || !enabled || !confirmed) return undefined;
  const reason = last?.state === 'GIVEN_UP' ? last.reason : null;
  const why = last && reason !== null ? `${capital(reason)}, ${formatAgo(Date.parse(last.at), atMs)}. ` : '';
  return `${why}Retries have stopped.`;
}
