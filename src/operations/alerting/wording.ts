import { MOST_DETAIL, MOST_TITLE, type NewAlert } from '../../domain/alert.ts';
import { counted } from '../../domain/counted.ts';
import { shortened } from '../../domain/plain-text.ts';
import { DAY_MS, HOUR_MS, startOfDay } from '../../domain/time.ts';
import { visible } from '../../domain/visible.ts';
import type { FactCount } from '../../queries/alert-facts.ts';
import type { Finding } from './site-judge.ts';
import { ALL_BOTS } from './site-series.ts';

type Worded = Pick<NewAlert, 'title' | 'detail'>;

/** What people read of a finding in the hours up to `untilMs`. */
export function wordFinding(finding: Finding, untilMs: number, facts: readonly FactCount[]): Worded {
  return fitted(WORDING[finding.kind](finding, untilMs, facts));
}

type Wording = (finding: Finding, untilMs: number, facts: readonly FactCount[]) => Worded;

const WORDING: Readonly<Record<Finding['kind'], Wording>> = {
  surge(finding, untilMs, facts) {
    const time = timeOf(finding, untilMs);
    const { seen, usual, counted: by, visits } = finding;
    if (finding.series.subjectKind === 'source')
      return {
        title: `${nameOf(finding)} sent ${plural(seen, 'visitor')}`,
        detail: join(`${time.when}. ${time.usually} ${span(usual)}.`, listed('Most opened', facts, 'page')),
      };
    if (by === 'bursts')
      return {
        title: `${nameOf(finding)} came ${plural(seen, 'time')}`,
        detail: join(
          `${time.when}; visits within ten minutes count as one. ${time.usually} ${span(usual)}. ${plural(visits, 'page')} read.`,
          listed('Most read', facts, 'page'),
        ),
      };
    return {
      title: `${nameOf(finding)} read ${plural(seen, 'page')}`,
      detail: join(
        `${time.when}. ${time.usually} ${span(usual)}.`,
        among(finding),
        listed('Most read', facts, 'page'),
      ),
    };
  },
  silence(finding, untilMs) {
    const hours = Math.round(untilMs / HOUR_MS - finding.from);
    return {
      title: `${nameOf(finding)} has stopped coming`,
      detail: `Nothing since ${moment(finding.from * HOUR_MS)}, for ${plural(hours, 'hour')}. A day usually has ${span(finding.usual)} of its visits.`,
    };
  },
  errors(finding, untilMs, facts) {
    const { seen, visits, usual } = finding;
    return {
      title: `${percent(seen / visits)} of the visits of ${nameOf(finding)} failed`,
      detail: join(
        `${timeOf(finding, untilMs).when}: ${number(seen)} of ${number(visits)}. Usually ${shares(usual)} fail.`,
        listed('Status', facts, 'status'),
        listed('Pages', facts, 'page'),
      ),
    };
  },
  impostors(finding, untilMs, facts) {
    const { seen, usual } = finding;
    const time = timeOf(finding, untilMs);
    return {
      title: `${plural(seen, 'visit')} as ${nameOf(finding)} came from outside the published ranges`,
      detail: join(
        `${time.when}. ${time.usually} ${span(usual)}. Somebody else may use the name.`,
        listed('Most read', facts, 'page'),
      ),
    };
  },
};

/** A source of records, as people call it. */
export type WordedSource = { readonly kind: string; readonly name: string };

/** What people read of a source that fell silent. */
export function wordSourceSilence({ kind, name }: WordedSource, lastMs: number, untilMs: number): Worded {
  const hours = Math.round((untilMs - lastMs) / HOUR_MS);
  return fitted({
    title: `The ${kind} ${visible(name)} has fallen silent`,
    detail: `Nothing has come from it since ${moment(lastMs)}, for ${plural(hours, 'hour')}, which is far longer than ever before. Visits are missing from the counts while nothing is recorded.`,
  });
}

/** A bot or robot that is new on a site. */
export type WordedBot = { readonly name: string; readonly visits: number; readonly sinceMs: number };

/** What people read of new bots, those of most visits first. */
export function wordNewBots(bots: readonly WordedBot[]): Worded {
  const lines = bots
    .slice(0, 8)
    .map(
      ({ name, visits, sinceMs }) => `${visible(name)}: ${plural(visits, 'visit')} since ${day(sinceMs)}.`,
    );
  return fitted({
    title: `${bots.length === 1 ? 'A new bot' : `${bots.length} new bots`}: ${enumerated(bots.map(({ name }) => visible(name)))}`,
    detail: join(...lines, 'None in the 90 days before.'),
  });
}

/** What people read of a month that is nearly, or quite, spent. */
export function wordQuota(used: number, limit: number, fromMs: number, untilMs: number): Worded {
  const month = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: 'UTC' }).format(fromMs);
  const isFull = used >= limit;
  return {
    title: isFull
      ? `All events of ${month} are used`
      : `${percent(used / limit)} of the events of ${month} are used`,
    detail: `${number(used)} of ${number(limit)} events. ${isFull ? 'Nothing more is recorded' : 'When all are used, nothing more is recorded'} until ${day(untilMs)}, or with a larger plan.`,
  };
}

/** When a finding was, and how what is usual then is introduced. */
function timeOf({ from }: Finding, untilMs: number): { readonly when: string; readonly usually: string } {
  const hours = untilMs / HOUR_MS - from;
  if (hours === 24 && untilMs === startOfDay(untilMs)) {
    const weekday = WEEKDAY.format(untilMs - DAY_MS);
    return { when: `On ${day(untilMs - DAY_MS)}`, usually: `${weekday}s usually have` };
  }
  const stretch = hours === 1 ? 'In the hour' : `In the ${hours} hours`;
  return { when: `${stretch} up to ${moment(untilMs)}`, usually: 'That time usually has' };
}

const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' });
const DAY = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' });

function day(ms: number): string {
  return `${WEEKDAY.format(ms)}, ${DAY.format(ms)}`;
}

function moment(ms: number): string {
  return `${day(ms)}, ${new Date(ms).toISOString().slice(11, 16)} UTC`;
}

function nameOf({ series, subjects }: Finding): string {
  const { subjectKind, label } = series;
  if (subjectKind === 'all-bots' && subjects[0] !== ALL_BOTS) return `Bots (${enumerated(subjects)})`;
  return visible(label);
}

/** The bots of a company that it is about. */
function among({ series, subjects }: Finding): string {
  return series.subjectKind === 'company' && subjects[0] !== series.subject ? `${enumerated(subjects)}.` : '';
}

const MOST_NAMED = 3;

function enumerated(names: readonly string[]): string {
  if (names.length === 1) return names[0] ?? '';
  const rest = names.length - MOST_NAMED;
  const some = rest > 0 ? names.slice(0, MOST_NAMED) : names.slice(0, -1);
  const last = rest > 0 ? counted(rest, 'other') : (names.at(-1) ?? '');
  return `${some.join(', ')} and ${last}`;
}

function listed(label: string, facts: readonly FactCount[], what: FactCount['what']): string {
  const some = facts.filter((fact) => fact.what === what);
  if (some.length === 0) return '';
  return `${label}: ${some.map(({ value, count }) => `${visible(shortened(value, 60))} (${number(count)})`).join(', ')}.`;
}

function span([low, high]: readonly [number, number]): string {
  return low === high ? number(low) : `${number(low)} to ${number(high)}`;
}

function shares([low, high]: readonly [number, number]): string {
  const [least, most] = [percent(low), percent(high)];
  return least === most ? least : `${least} to ${most}`;
}

function percent(share: number): string {
  // never rounded up: 100% is all
  return `${Math.floor(share * 100 + 1e-9)}%`;
}

function plural(count: number, noun: string): string {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
}

function number(count: number): string {
  return Math.round(count).toLocaleString('en-US');
}

function join(...sentences: readonly string[]): string {
  return sentences.filter((sentence) => sentence !== '').join(' ');
}

function fitted({ title, detail }: Worded): Worded {
  return { title: shortened(title, MOST_TITLE), detail: shortened(detail, MOST_DETAIL) };
}
