import type { SourceKind, SourcePartsFragment } from '../generated/graphql.ts';

const SENDERS: Readonly<Record<string, string>> = {
  logpush: 'Cloudflare Logpush',
  vercel: 'Vercel',
  firehose: 'Amazon Firehose',
  fastly: 'Fastly',
  otlp: 'OpenTelemetry',
  pubsub: 'Google Cloud',
  akamai: 'Akamai',
  netlify: 'Netlify',
  azure: 'Azure Front Door',
  logplex: 'Heroku',
  lines: 'Lines of a log',
};

const KINDS: Readonly<Record<SourceKind, { readonly name: string; readonly tag: string }>> = {
  LOG: { name: 'Log file', tag: 'log file' },
  DRAIN: { name: 'Drain', tag: 'drain' },
  COLLECTOR: { name: 'Collector', tag: 'collector' },
  MIDDLEWARE: { name: 'Middleware', tag: 'middleware' },
  IMPORT: { name: 'Files of events', tag: 'import' },
};

/** What a source is called: a log by its file, the others by their key, a drain also by who delivers to it. */
export function nameOfSource({ kind, name, sender }: SourcePartsFragment): string {
  // anything may send lines, so that says little
  const by = sender === null || (sender === 'lines' && name !== '') ? '' : (SENDERS[sender] ?? sender);
  const names = [...new Set([by, name])].filter(Boolean);
  return names.length === 0 ? KINDS[kind].name : names.join(' · ');
}

export const tagOfSource = ({ kind }: SourcePartsFragment): string => KINDS[kind].tag;

/** Why records become no event, in a few words. A newer server may have other reasons, which are shown as they are. */
const REASONS: Readonly<Record<string, string>> = {
  'recorded-before': 'A copy of another log that is recorded',
  'repeated-request': 'Recorded before, by its id',
  'blank-line': 'An empty line',
  'too-long': 'Longer than a record may be',
  'too-large': 'Unpacks to more than a record may have',
  'not-a-log-line': 'Not in a known format',
  unreadable: 'Cannot be read',
  'not-an-event': 'Not an event',
  'cut-off': 'Incomplete',
  'no-agent-field': 'No user agent and no referrer',
  'bad-time': 'No valid time',
  'no-request': 'A message, not a request',
  'seen-request': 'Another record of the same request',
  'inner-request': 'A request of the CDN itself',
  'other-host': 'Another host',
  excluded: 'Excluded by the rules of the site',
  'bot-not-counted': 'A bot that is not counted',
  'other-robot': 'A robot that is no AI bot',
  'ordinary-visit': 'Neither an AI bot nor an LLM visitor',
  'own-site-referrer': 'A click within the site',
  'not-a-get': 'From an LLM product, but no GET',
  'failed-request': 'From an LLM product, but it failed',
  redirect: 'From an LLM product, redirected',
  asset: 'A file that a page loads',
};

export const wordsOfReason = (reason: string): string => REASONS[reason] ?? reason;

/** What a source cannot see. A newer server may know others, which are shown as they are. */
const LIMITS: Readonly<Record<string, string>> = {
  unreadable: 'No record that can be read.',
  'no-user-agent': 'No user agent.',
  'no-address': 'No address.',
  'addresses-anonymised': 'Addresses are anonymised.',
  'no-host': 'No host.',
  'no-status': 'No status.',
  'no-referrer': 'No referrer.',
  'no-request-id': 'No id of the request.',
  'subrequests-unknown': 'Subrequests are not told apart.',
  sampled: 'Only a sample.',
};

export const wordsOfLimit = (code: string): string => LIMITS[code] ?? `${code}.`;
