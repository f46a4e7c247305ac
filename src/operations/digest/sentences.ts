import { HOUR_MS } from '../../domain/time.ts';
import type { DigestContent, DigestSite, QuietSite } from './content.ts';
import type { Form } from './forms.ts';
import { LANES } from './lanes.ts';
import type { DigestLinks } from './links.ts';
import { sitesOf } from './subject.ts';
import { PERIOD, clock, day, daysOf, nameOf, number, numbered, pathOf } from './words.ts';

/** `Your week, November 9 to 15`. */
export function titleOf(content: DigestContent): string {
  return `Your ${PERIOD[content.every]}, ${daysOf(content.every, content)}`;
}

/** What stands below the title. */
export function introductionOf(content: DigestContent): string {
  const all = sitesOf(content);
  if (all === 0) return 'There is no site yet.';
  const isCompared = content.sites.some(({ before }) => before !== null);
  const compared = isCompared ? `, compared with the ${PERIOD[content.every]} before` : '';
  return `${numbered(all, 'site')}${compared}. Days are UTC.`;
}

/** Why figures of a site are missing. */
export function remarkOf(content: DigestContent, { before, keptFromMs }: DigestSite): string | undefined {
  if (keptFromMs !== null) return `Only since ${day(keptFromMs)}: earlier events are no longer kept.`;
  return before === null ? `No figures for the ${PERIOD[content.every]} before.` : undefined;
}

/** What there is none of on a site, and what else there is to say in a line. */
export function lastWords({ alerts, details }: DigestSite, form: Form): string {
  if (details === null) return '';
  const { newBots, gaps, pages } = details;
  const [page] = pages;
  return [
    ...(alerts === 0 ? ['No alerts.'] : []),
    ...(form === 'full' && newBots?.length === 0 ? ['No new bots.'] : []),
    ...(form === 'full' && gaps === null ? ['No gaps in recording.'] : []),
    ...(form === 'full' || page === undefined
      ? []
      : [`Most read: ${pathOf(page.path)} (${number(page.visits)}).`]),
  ].join(' ');
}

export function othersOf({ others }: DigestContent): string | undefined {
  if (others.sites === 0) return undefined;
  const counts = LANES.map(({ type, noun }) => numbered(others.counts[type], noun));
  return `${numbered(others.sites, 'more site')}: ${counts.join(', ')}.`;
}

/** Sentences about the sites without events, few however many there are. */
export function quietSentences({ every, quiet, quietOthers }: DigestContent): readonly string[] {
  const nothing = `nothing recorded this ${PERIOD[every]}`;
  const [only, second] = quiet;
  if (only === undefined) return [];
  if (second === undefined && quietOthers === 0)
    return [`${shown(only)}: ${nothing}.${only.hasEvents ? '' : ' It has not been set up yet.'}`];
  const known = quiet.filter(({ hasEvents }) => hasEvents).map(shown);
  const unused = quiet.filter(({ hasEvents }) => !hasEvents).map(shown);
  return [
    ...(known.length === 0 ? [] : [`Nothing recorded this ${PERIOD[every]}: ${known.join(', ')}.`]),
    ...(unused.length === 0 ? [] : [`Not set up yet: ${unused.join(', ')}.`]),
    ...(quietOthers === 0 ? [] : [`${numbered(quietOthers, 'more site')}: ${nothing}.`]),
  ];
}

function shown({ name, domain }: QuietSite): string {
  return `${nameOf(name)} (${nameOf(domain)})`;
}

const WEEKDAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Why somebody gets this. */
export function reasonOf(
  { every }: Pick<DigestContent, 'every'>,
  { weekday, hour, isOff = false }: Pick<DigestLinks, 'weekday' | 'hour' | 'isOff'>,
): string {
  if (isOff) return 'This is sent only by hand: the digest is off under Settings, Alerts';
  const days =
    every === 'monthly' ? 'on the first of each month' : `every ${WEEKDAYS[weekday - 1] ?? 'week'}`;
  return `You get this ${days} at ${clock(hour * HOUR_MS)} UTC, as you chose under Settings, Alerts`;
}
