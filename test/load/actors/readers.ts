import type { Answer, Asked } from '../caller.ts';
import type { Ledger } from '../ledger.ts';
import { madeEvent, numberOf } from '../made-events.ts';
import {
  type Stats,
  type Tally,
  type Timeseries,
  outside,
  partOf,
  tallyOfStats,
  tallyOfTimeseries,
} from '../tally.ts';
import { type DrivenSite, type Service, bearer, shown } from '../service.ts';
import type { World } from '../world.ts';
import type { Actor } from './actor.ts';

/** A question about a site, and what is wrong with its answer. */
type Question = {
  readonly name: string;
  readonly asked: (site: DrivenSite) => Asked;
  readonly faults: (body: unknown, before: Before, ledger: Ledger) => readonly string[];
};

/** What was acknowledged before the question was asked. */
type Before = { readonly least: Tally };

const PAGE = 50;

/** With the names of REST, so that both doors are read alike. */
const DOCUMENT = `query ($id: ID!, $start: Date!, $end: Date!) {
  site(id: $id) {
    stats(start: $start, end: $end) {
      totals { bot_visits: botVisits referrals conversions }
      bot_breakdown: botBreakdown { bot_name: botName bot_company: botCompany count }
      referral_breakdown: referralBreakdown { source count }
      conversion_breakdown: conversionBreakdown { event_name: eventName count value }
    }
    timeseries(start: $start, end: $end) { data { date bot_visits: botVisits referrals conversions } }
  }
}`;

const QUESTIONS: readonly Question[] = [
  {
    name: 'stats',
    asked: (site) => restAsked(site, 'stats'),
    faults: (body, before, ledger) => outsideBounds(tallyOfStats(body as Stats), before, ledger, 'stats'),
  },
  {
    name: 'timeseries',
    asked: (site) => restAsked(site, 'timeseries'),
    faults: (body, before, ledger) =>
      outsideBounds(tallyOfTimeseries(body as Timeseries), before, ledger, 'timeseries'),
  },
  {
    name: 'events',
    asked: (site) => restAsked(site, 'events', `&limit=${PAGE}`),
    faults: (body, _, ledger) => faultsOfPage(body as Page, ledger),
  },
  {
    name: 'sites',
    asked: ({ readKey }) => ({ path: '/api/v1/sites', headers: bearer(readKey) }),
    faults: (body, _, { siteId }) => {
      const ids = (body as { sites: { id: string }[] }).sites.map(({ id }) => id);
      return ids.length === 1 && ids[0] === siteId ? [] : [`the sites ${ids.join(' ')}`];
    },
  },
  {
    name: 'graphql',
    asked: graphqlAsked,
    faults: (body, before, ledger) => outsideBounds(tallyOfDocument(body), before, ledger),
  },
];

/** One actor for each question, about any of the sites. */
export function createReaders(world: World): readonly Actor[] {
  return QUESTIONS.map((question) => {
    let turn = 0;
    return {
      name: question.name,
      act: (process) => read(world, question, world.sites[turn++ % world.sites.length], process),
    };
  });
}

async function read(
  { ask, journal }: Service,
  { name, asked, faults }: Question,
  site: DrivenSite | undefined,
  process: number,
): Promise<boolean> {
  if (site === undefined) throw new Error('there is no site to read');
  const before = { least: site.ledger.least() };
  const answer = await ask(name, process, asked(site));
  if (answer === undefined) return false;
  const wrong = wrongsOf(answer, () => faults(answer.body, before, site.ledger));
  for (const fault of wrong) journal.wrong(`${name}: ${fault}`);
  return wrong.length === 0;
}

function wrongsOf(answer: Answer, faults: () => readonly string[]): readonly string[] {
  const { errors } = answer.body as { errors?: unknown };
  return answer.status === 200 && errors === undefined ? faults() : [shown(answer)];
}

export function restAsked({ ledger, readKey }: DrivenSite, endpoint: string, more = ''): Asked {
  const { siteId, days } = ledger;
  const path = `/api/v1/sites/${siteId}/${endpoint}?start=${days.start}&end=${days.end}${more}`;
  return { path, headers: bearer(readKey) };
}

export function graphqlAsked({ ledger, readKey }: DrivenSite): Asked {
  const { siteId: id, days } = ledger;
  return {
    method: 'POST',
    path: '/graphql',
    headers: { ...bearer(readKey), 'content-type': 'application/json' },
    body: JSON.stringify({ query: DOCUMENT, variables: { id, ...days } }),
  };
}

export function tallyOfDocument(body: unknown): Tally {
  const { site } = (body as { data: { site: { stats: Stats; timeseries: Timeseries } } }).data;
  return new Map([...tallyOfStats(site.stats), ...tallyOfTimeseries(site.timeseries)]);
}

function outsideBounds(
  got: Tally,
  { least }: Before,
  ledger: Ledger,
  part?: 'stats' | 'timeseries',
): readonly string[] {
  const cut = (tally: Tally) => (part ? partOf(tally, ledger.days, part) : tally);
  return outside(got, cut(least), cut(ledger.most()));
}

export type Page = {
  readonly events: readonly {
    readonly id: number;
    readonly page_path: string;
    readonly created_at: string;
  }[];
  readonly next_cursor: string | null;
};

/** Every event is one that was sent, with its time, none comes twice, and they are in order. */
function faultsOfPage({ events }: Page, ledger: Ledger): readonly string[] {
  const strange = events.filter(({ page_path, created_at }) => {
    const n = numberOf(page_path);
    return n === undefined || n >= ledger.sent() || madeEvent(ledger.days, n).createdAt !== created_at;
  });
  const times = events.map(({ created_at }) => created_at);
  const isOrdered = times.every((time, n) => n === 0 || time < (times[n - 1] ?? ''));
  return [
    ...strange.map((event) => `the event ${JSON.stringify(event)}`),
    ...(isOrdered ? [] : ['events out of order, or twice']),
  ];
}
