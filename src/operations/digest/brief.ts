import { sumOfCounts } from '../../domain/event-counts.ts';
import type { DigestContent } from './content.ts';
import { totalsLine } from './rows.ts';
import { introductionOf, othersOf, titleOf } from './sentences.ts';
import { nameOf, numbered } from './words.ts';

const MOST_SITES = 10;
const MOST_NAME = 60;
const SIGNS = { more: '+', fewer: '-' };

/** The digest for a chat: a line for each of the sites with most events, and a line for the others. */
export function digestBrief(content: DigestContent): string {
  const { sites, others } = content;
  const quiet = content.quiet.length + content.quietOthers;
  const shown = sites.slice(0, MOST_SITES);
  const rest = sites.slice(MOST_SITES).map(({ counts }) => counts);
  const later = {
    sites: others.sites + rest.length,
    counts: sumOfCounts([others.counts, ...rest]),
  };
  const more = othersOf({ ...content, others: later });
  return [
    `${titleOf(content)}: ${introductionOf(content)}`,
    ...shown.map((site) => `${nameOf(site.name, MOST_NAME)}: ${totalsLine(site, SIGNS)}`),
    ...(more === undefined ? [] : [more]),
    ...(quiet === 0 ? [] : [`${numbered(quiet, 'site')} without events.`]),
  ].join('\n');
}
