import type pg from 'pg';
import type { Database } from '../../src/database/database.ts';
import type { Reads } from '../../src/database/reads.ts';
import type { PreparedQuery } from '../../src/database/statement.ts';
import { ALL_TIME } from '../../src/domain/date-range.ts';
import type { NewEvent } from '../../src/domain/event.ts';
import { generateToken, hashToken } from '../../src/domain/session.ts';
import { DAY_MS, HOUR_MS } from '../../src/domain/time.ts';
import { markKeyRevoked, markKeyUsed } from '../../src/queries/api-keys.ts';
import { insertSession } from '../../src/queries/sessions.ts';
import { insertShareLink, markShareLinkUsed } from '../../src/queries/share-links.ts';
import { NOW, testDatabase } from '../support/gateway.ts';
import { botVisit, conversion, makeKey, makeOwner, makeSite, record, referral } from '../support/makers.ts';

/** What the requests find: accounts, what proves who somebody is, and sites. */
export type World = {
  readonly db: Database;
  readonly keys: {
    readonly pro: string;
    /** Of an account whose budgets are soon spent. */
    readonly poor: string;
    readonly collector: string;
    readonly revoked: string;
  };
  /** The token of an owner's session. */
  readonly session: string;
  readonly link: { readonly id: number; readonly token: string };
  readonly sites: { readonly full: string; readonly empty: string; readonly poor: string };
};

/** A value of a statement with this in it makes the database fail. */
export const FAULT = 'fault';

const NOW_MS = Date.parse(NOW);

/** So late that no use is noted: each would be a write. */
const USED_MS = NOW_MS + 365 * DAY_MS;

export async function makeWorld(): Promise<World> {
  const db = testDatabase();
  const [owner, poorOwner] = [await makeOwner(db, 'pro'), await makeOwner(db, 'free')];
  const { accountId } = owner;
  const full = await makeSite(db, accountId, { name: 'Full "of" \u2028 things', domain: 'full.example' });
  const empty = await makeSite(db, accountId, { name: 'Émpty ☃ \ud83d\ude00', domain: 'empty.example' });
  const poor = await makeSite(db, poorOwner.accountId);
  await record(db, full, eventsOfAll());
  await record(db, poor, eventsOfAll().slice(0, 5));
  const collector = await makeKey(db, accountId, full.id);
  const revoked = await makeKey(db, accountId);
  for (const { keyId } of [owner, poorOwner, collector, revoked]) await markKeyUsed(db, keyId, USED_MS);
  await markKeyRevoked(db, revoked.keyId, NOW_MS);
  const session = await makeSession(db, accountId);
  const link = await makeLink(db, accountId, full.id);
  Object.assign(db, { reads: remembered(db.reads) });
  const keys = { pro: owner.key, poor: poorOwner.key, collector: collector.key, revoked: revoked.key };
  return { db, keys, session, link, sites: { full: full.id, empty: empty.id, poor: poor.id } };
}

/** Names and paths that JSON has to escape, or that take more bytes than characters. */
const TEXTS = ['/', '/a"b', '/back\\slash', '/é', '/☃', '/\ud83d\ude00', '/\u007f', '/\u2028', '/tab\there'];

function eventsOfAll(): readonly NewEvent[] {
  return Array.from({ length: 250 }, (_, index) => {
    const at = new Date(NOW_MS - index * 5 * HOUR_MS - index).toISOString();
    const common = { pagePath: turn(TEXTS, index), country: turn(['DE', 'US', 'XX'], index) };
    switch (index % 5) {
      case 0:
        return conversion(at, {
          ...common,
          eventName: `goal ${common.pagePath}`,
          eventValue: turn([null, index / 7], index),
        });
      case 1:
        return referral(at, { ...common, source: turn(['chatgpt', 'perplexity'], index), status: 200 });
      default:
        return botVisit(at, { ...common, ...botOf(index) });
    }
  });
}

function botOf(index: number) {
  return {
    botName: turn(['GPTBot', 'ClaudeBot', 'Bot "x"'], index),
    botCompany: 'Öpen\nAI',
    status: turn([null, 200, 404], index),
    bytes: turn([null, 2 ** 40 + index], index),
    verdict: turn(['verified', 'outside'], index),
  } as const;
}

function turn<const Value>(values: readonly Value[], index: number): Value {
  return values[index % values.length] as Value;
}

async function makeSession(db: Database, accountId: number): Promise<string> {
  const token = generateToken();
  const times = { createdAtMs: USED_MS, endsAtMs: USED_MS + DAY_MS };
  await insertSession(db, { accountId, tokenHash: hashToken(token), userAgent: 'a browser', ...times });
  return token;
}

async function makeLink(db: Database, accountId: number, siteId: string): Promise<World['link']> {
  const token = generateToken();
  const range = { fromMs: Date.parse('2026-02-01T00:00:00Z'), untilMs: ALL_TIME.untilMs };
  const times = { createdAtMs: NOW_MS, expiresAtMs: USED_MS };
  const id = await insertShareLink(db, {
    accountId,
    siteId,
    name: 'a link',
    tokenHash: hashToken(token),
    ...{ range, alerts: false, notes: false },
    ...times,
  });
  await markShareLinkUsed(db, id, USED_MS);
  return { id, token };
}

/** Reads that ask the database once for each statement and values, because nothing is written meanwhile. */
function remembered(reads: Reads): Reads {
  const found = new Map<string, Promise<pg.QueryResult>>();
  function recall(query: PreparedQuery, ask: () => Promise<pg.QueryResult>): Promise<pg.QueryResult> {
    const key = JSON.stringify([query.name, query.values]);
    const known = found.get(key) ?? (key.includes(FAULT) ? fail() : ask());
    found.set(key, known);
    return known;
  }
  return {
    short: (query) => recall(query, () => reads.short(query)),
    access: (query) => recall(query, () => reads.access(query)),
    long: (query, reader) => recall(query, () => reads.long(query, reader)),
    inOrder: (query, reader) => recall(query, () => reads.inOrder(query, reader)),
    hashed: (query, reader) => recall(query, () => reads.hashed(query, reader)),
    load: () => reads.load(),
  };
}

async function fail(): Promise<never> {
  await Promise.resolve();
  throw new AggregateError([new Error('one'), new Error('other')], 'the database failed');
}
