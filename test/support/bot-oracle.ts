import type { NewBotVisit, NewEvent } from '../../src/domain/event.ts';
import { type Days, compareText, daysOf, hoursOfDay } from './oracle.ts';

/** What `Site.bot` must return of a bot that came, counted one by one from all events of the site. */
export function oracleBot(events: readonly NewEvent[], name: string, days: Days) {
  const ever = events
    .filter((event) => event.type === 'bot')
    .filter(({ botName }) => botName === name)
    .toSorted((a, b) => a.createdAtMs - b.createdAtMs);
  const visits = ever.filter((visit) => dayOf(visit) >= days.start && dayOf(visit) <= days.end);
  const count = (select: (visit: NewBotVisit) => boolean) => visits.filter(select).length;
  return {
    botName: name,
    ...sumsOf(visits),
    verification: {
      signed: count(({ verdict }) => verdict === 'signed'),
      verified: count(({ verdict }) => verdict === 'verified'),
      outside: count(({ verdict }) => verdict === 'outside'),
      noList: count(({ verdict }) => verdict === 'no-list'),
      unknown: count(({ verdict }) => verdict === 'unknown'),
    },
    statuses: statusesOf(visits),
    ...proofsOf(visits),
    pages: pagesOf(visits),
    days: daysOf(days).map((date) => pointOf(`${date}T00:00:00.000Z`, visits, 10)),
    hours: daysOf(days)
      .flatMap(hoursOfDay)
      .map((hour) => pointOf(`${hour.replace(' ', 'T')}:00.000Z`, visits, 13)),
    firstSeenAt: instantOf(ever[0]),
    lastSeenAt: instantOf(ever.at(-1)),
  };
}

function sumsOf(visits: readonly NewBotVisit[]) {
  const sizes = visits.flatMap(({ bytes }) => bytes ?? []);
  return {
    visits: visits.length,
    failed: visits.filter(({ status }) => status !== null && status >= 400).length,
    bytes: sizes.length === 0 ? null : sizes.reduce((sum, size) => sum + size, 0),
  };
}

function statusesOf(visits: readonly NewBotVisit[]) {
  const statuses = [...new Set(visits.map(({ status }) => status))];
  return statuses
    .map((status) => ({ status, count: visits.filter((visit) => visit.status === status).length }))
    .toSorted((a, b) => b.count - a.count || (a.status ?? Infinity) - (b.status ?? Infinity));
}

function proofsOf(visits: readonly NewBotVisit[]) {
  const proofs = visits.flatMap(({ proof }) => proof ?? []);
  const count = (of: string) => proofs.filter(({ state }) => state === of).length;
  const hosts = [...new Set(proofs.flatMap(({ signer }) => signer ?? []))];
  return {
    signers: hosts
      .map((host) => ({ host, visits: proofs.filter(({ signer }) => signer === host).length }))
      .toSorted((a, b) => b.visits - a.visits || compareText(a.host, b.host)),
    signatures: {
      ...{ valid: count('valid'), expired: count('expired'), invalid: count('invalid') },
      ...{ unknownKey: count('unknown-key'), unchecked: count('unchecked') },
    },
  };
}

function pagesOf(visits: readonly NewBotVisit[]) {
  return [...new Set(visits.map(({ pagePath }) => pagePath))]
    .map((pagePath) => {
      const { visits: botVisits, ...sums } = sumsOf(visits.filter((visit) => visit.pagePath === pagePath));
      return { pagePath, botVisits, referrals: 0, conversions: 0, ...sums };
    })
    .toSorted((a, b) => b.botVisits - a.botVisits || compareText(a.pagePath, b.pagePath));
}

/** The visits whose instant begins as that of the bucket does. */
function pointOf(startsAt: string, visits: readonly NewBotVisit[], length: number) {
  const prefix = startsAt.slice(0, length);
  const botVisits = visits.filter((visit) => instantOf(visit)?.startsWith(prefix)).length;
  return { startsAt, botVisits, referrals: 0, conversions: 0 };
}

function dayOf({ createdAtMs }: NewEvent): string {
  return new Date(createdAtMs).toISOString().slice(0, 10);
}

function instantOf(event: NewEvent | undefined): string | null {
  return event === undefined ? null : new Date(event.createdAtMs).toISOString();
}
