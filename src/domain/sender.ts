/** What delivers records to the drain: a service with rules of its own, or "lines" for anything that sends lines of a log. */
export const SENDERS = [
  'logpush',
  'vercel',
  'firehose',
  'fastly',
  'otlp',
  'pubsub',
  'akamai',
  'netlify',
  'azure',
  'logplex',
  'lines',
] as const;

export type Sender = (typeof SENDERS)[number];
