import type { SourcePartsFragment } from '../generated/graphql.ts';
import { type Sight, lacks, sees } from '../parts/sight.ts';
import { wordsOfLimit } from './source-words.ts';

/** What a source sees unless it has one of these limits. */
const SEEN: readonly { readonly unless: readonly string[]; readonly sight: Sight }[] = [
  {
    unless: ['unreadable', 'no-user-agent'],
    sight: sees('User agents.', 'Bots are recognised.'),
  },
  {
    unless: ['unreadable', 'no-address', 'addresses-anonymised'],
    sight: sees('Addresses.', 'Visits are verified, and countries known.'),
  },
  {
    unless: ['unreadable', 'no-status'],
    sight: sees('Statuses.', 'Errors are complete.'),
  },
  {
    unless: ['unreadable', 'no-request-id'],
    sight: sees('Each visit once.', 'The id of a request is kept for 7 days.'),
  },
];

/** What a source sees, by the records of its last batches, and what it cannot, with what to change. */
export function sightsOf({
  limits,
  window,
}: Pick<SourcePartsFragment, 'limits' | 'window'>): readonly Sight[] {
  const codes = new Set(limits.map(({ code }) => code));
  const isSeen = ({ unless }: (typeof SEEN)[number]) => !unless.some((code) => codes.has(code));
  const seen = window.records > 0 ? SEEN.filter(isSeen) : [];
  return [
    ...seen.map(({ sight }) => sight),
    ...limits.map(({ code, remedy }) => lacks(wordsOfLimit(code), remedy)),
  ];
}
