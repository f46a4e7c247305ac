import { formatCount, formatExactValue, formatShare } from '../numbers.ts';
import { type Day, formatDay, formatHour } from '../time/days.ts';
import type { Attribution, Brought, Others } from './attribution.ts';

type Said = {
  readonly brought: Brought;
  readonly attribution: Attribution;
  /** Undefined until it is read. */
  readonly others: Others | undefined;
  readonly today: Day;
};

/** How many conversions have a product, and what is known of the others, so that all of them are accounted for. */
export function wordsOfFoot(said: Said): string {
  const { brought, attribution, others } = said;
  if (brought.all === 0) return 'No conversions on these days.';
  const isSentKnown = isWithinMinutes(attribution) || brought.sent > 0;
  return [
    ...(isSentKnown ? [wordsOfSent(brought, attribution)] : []),
    ...(others?.unknown === 0 ? [] : [wordsOfUnknown(said)]),
    ...(others?.ofNone === 0 ? [] : [wordsOfNone(said)]),
  ].join(' ');
}

/** What was not looked up has a product if a backend or an import said so, at whatever time. */
const isWithinMinutes = (
  attribution: Attribution,
): attribution is Extract<Attribution, { readonly known: 'all' | 'later' }> =>
  attribution.known === 'all' || attribution.known === 'later';

function wordsOfSent({ all, sent, value }: Brought, attribution: Attribution): string {
  const share = `${formatCount(sent)} of ${countOf(all, 'conversion')} (${formatShare(sent, all)})`;
  const worth = value === 0 ? '' : `, worth ${formatExactValue(value)},`;
  const when = isWithinMinutes(attribution)
    ? ` within ${countOf(attribution.minutes, 'minute')} of a visit`
    : '';
  const product = sent === 0 ? 'an LLM product' : 'one of these products';
  return `${share}${worth} came${when} from ${product}.`;
}

function wordsOfUnknown({ brought, attribution, others, today }: Said): string {
  const fact = 'it is not known whether a product sent the visitor';
  if (attribution.known === 'later') {
    const which = others ? formatCount(others.unknown) : 'those';
    const until = formatDay(attribution.until, today);
    return `Of ${which} until ${until} ${fact}: ${wordsOfSince(attribution.since, today)}`;
  }
  const which = brought.sent === 0 ? countOf(brought.all, 'conversion') : theOther(others?.unknown);
  if (attribution.known === 'none') return `Of ${which} ${fact}: ${wordsOfSince(attribution.since, today)}`;
  return `Of ${which} ${fact}.`;
}

const wordsOfSince = (since: string | null, today: Day) =>
  since === null
    ? 'that was not looked up.'
    : `that is looked up only since ${formatHour(since, today)} (UTC).`;

function wordsOfNone({ brought, others }: Said): string {
  if (others?.ofNone === brought.all) return 'Their visitors came another way, or converted later.';
  const [has, who] = others?.ofNone === 1 ? ['has', 'that visitor'] : ['have', 'those visitors'];
  const which = theOther(others?.ofNone);
  return `T${which.slice(1)} ${has} no product: ${who} came another way, or converted later.`;
}

const theOther = (count: number | undefined) =>
  count === undefined ? 'the others' : `the other ${count === 1 ? 'one' : formatCount(count)}`;

const countOf = (count: number, what: string) => `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`;
