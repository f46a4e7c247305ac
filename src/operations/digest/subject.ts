import { type EventCounts, sumOfCounts, totalOf } from '../../domain/event-counts.ts';
import { shortened } from '../../domain/plain-text.ts';
import { visible } from '../../domain/visible.ts';
import type { DigestContent } from './content.ts';
import { PERIOD, numbered } from './words.ts';

const MOST_NAME = 60;

/** One line of plain text with the two figures that matter most: of the only site, or of all. */
export function digestSubject(content: DigestContent): string {
  const counts = countsOf(content);
  const { bot, referral } = counts;
  if (totalOf(counts) === 0) return `${whose(content)}: nothing recorded this ${PERIOD[content.every]}`;
  return `${whose(content)}: ${numbered(bot, 'bot visit')}, ${numbered(referral, 'visitor')} from LLM products`;
}

/** How many sites the account has. */
export function sitesOf({ sites, others, quiet, quietOthers }: DigestContent): number {
  return sites.length + others.sites + quiet.length + quietOthers;
}

/** The events of all sites in the period. */
function countsOf({ sites, others }: DigestContent): EventCounts {
  return sumOfCounts([...sites.map(({ counts }) => counts), others.counts]);
}

function whose(content: DigestContent): string {
  const all = sitesOf(content);
  const [only] = [...content.sites, ...content.quiet];
  if (all !== 1 || only === undefined) return numbered(all, 'site');
  return visible(shortened(only.name, MOST_NAME));
}
