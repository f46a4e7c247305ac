/** What the records of a source do not tell. */
export const SOURCE_LIMIT_CODES = [
  'unreadable',
  'no-user-agent',
  'no-address',
  'addresses-anonymised',
  'no-host',
  'no-status',
  'no-referrer',
  'no-request-id',
  'subrequests-unknown',
  'sampled',
] as const;

export type SourceLimitCode = (typeof SOURCE_LIMIT_CODES)[number];
