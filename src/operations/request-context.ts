import DataLoader from 'dataloader';
import pLimit, { type LimitFunction } from 'p-limit';
import { pino } from 'pino';
import { INSTALLED } from '../catalogue/catalogue.ts';
import type { Loaders, Parts, RequestContext, ServiceFacts } from '../context.ts';
import type { Database } from '../database/database.ts';
import { USUAL_CAPS } from '../domain/account-caps.ts';
import { NO_EXCLUSIONS } from '../domain/exclusions.ts';
import { ALL_TIME } from '../domain/date-range.ts';
import type { ShareLink } from '../domain/share-link.ts';
import { startOfMonth, startOfNextMonth } from '../domain/time.ts';
import type { Site } from '../domain/site.ts';
import { createMemoryBackend } from '../limits/memory-backend.ts';
import { createRateLimiter } from '../limits/rate-limiter.ts';
import { findFirstEvent, findLastEvent } from '../queries/edge-events.ts';
import { createAlertLoaders } from './alert-loaders.ts';
import { countEach } from './events-this-month.ts';
import { countDeliveries } from '../queries/deliveries.ts';
import { listRobotsVersions } from '../queries/robots-versions.ts';
import { listShareLinks } from '../queries/share-links.ts';
import { countEventsBySite, findExclusions, findRetentionDays, findSites } from '../queries/sites.ts';
import { findUsage } from '../queries/usage.ts';
import { numberedAll } from './numbered-version.ts';
import { createPasswords } from './owner/passwords.ts';
import { sourcesOfSites } from './sources-of-sites.ts';

/** A request's reads of many rows at a time: what they return is decoded, and becomes values, in turns that others share. */
const LARGE_READS = 2;

const USUAL_FACTS: ServiceFacts = { command: 'site-traffic' };

/** The context of one request, the same behind every door. What it loads is loaded once. */
export function createContext(
  parts: Parts,
  arrival: Pick<RequestContext, 'requestId' | 'nowMs' | 'origin' | 'linkBase' | 'caller' | 'readmit'>,
): RequestContext {
  const { db, limiter, plans, passwords, secrets, messaging, log } = parts;
  const { accountCaps = USUAL_CAPS, rangesUpdatedAtMs = () => null, service = USUAL_FACTS } = parts;
  const { attributionMinutes = 0 } = parts;
  const { catalogue = () => INSTALLED } = parts;
  const { requestId, nowMs, origin, linkBase, caller, readmit } = arrival;
  let limitLarge: LimitFunction | undefined;
  return {
    requestId,
    nowMs,
    origin,
    linkBase,
    caller,
    readmit,
    db,
    limiter,
    plans,
    accountCaps,
    service,
    catalogue: catalogue(),
    passwords,
    secrets,
    messaging,
    log,
    rangesUpdatedAtMs,
    attributionMinutes,
    spent: new Map(),
    loaders: createLoaders(db, nowMs),
    // made when it is called for: few requests read much
    readLarge: (read) => (limitLarge ??= pLimit(LARGE_READS))(read),
  };
}

/** The context of the operator at the command line, who reads a site. */
export function createOperatorContext(
  {
    db,
    plans,
    catalogue,
    attributionMinutes,
    publicUrl,
  }: Pick<Parts, 'db' | 'plans' | 'catalogue' | 'attributionMinutes'> & {
    readonly publicUrl?: string | undefined;
  },
  { accountId }: Site,
  nowMs: number,
): RequestContext {
  const now = () => nowMs;
  const log = pino({ level: 'silent' });
  const limiter = createRateLimiter(createMemoryBackend({ now }));
  const caller = { kind: 'operator', accountId, plan: 'pro' } as const;
  const passwords = createPasswords();
  return createContext(
    { db, limiter, plans, passwords, log, now, catalogue, attributionMinutes },
    {
      ...{ requestId: 'command line', nowMs, origin: () => '', linkBase: () => publicUrl ?? '', caller },
      readmit: () => Promise.resolve(),
    },
  );
}

function createLoaders(db: Database, nowMs: number): Loaders {
  return {
    site: new DataLoader(async (ids) => {
      const found = new Map((await findSites(db, ids)).map((site) => [site.id, site]));
      return ids.map((id) => found.get(id));
    }),
    eventsThisMonth: new DataLoader((siteIds) => {
      const month = { fromMs: startOfMonth(nowMs), untilMs: startOfNextMonth(nowMs) };
      return countEach((ids) => countEventsBySite(db, ids, month), siteIds);
    }),
    firstEvent: edgeLoader(db, findFirstEvent),
    lastEvent: edgeLoader(db, findLastEvent),
    shareLinks: new DataLoader(async (ids) => {
      const bySite = new Map<string, ShareLink[]>(ids.map((id) => [id, []]));
      for (const link of await listShareLinks(db, ids, nowMs)) bySite.get(link.siteId)?.push(link);
      return ids.map((id) => bySite.get(id) ?? []);
    }),
    deliveries: new DataLoader(async (channelIds) => {
      const found = await countDeliveries(db, channelIds);
      const ofChannel = new Map(found.map((deliveries) => [deliveries.channelId, deliveries]));
      return channelIds.map((id) => ofChannel.get(id));
    }),
    sources: new DataLoader(async (ids) => {
      const ofSites = await sourcesOfSites(db, ids, nowMs);
      return ids.map((id) => ofSites.get(id) ?? []);
    }),
    retentionDays: new DataLoader(async (ids) => {
      const days = await findRetentionDays(db, ids);
      return ids.map((id) => days.get(id) ?? null);
    }),
    exclusions: new DataLoader(async (ids) => {
      const found = await findExclusions(db, ids);
      return ids.map((id) => found.get(id) ?? NO_EXCLUSIONS);
    }),
    ...createAlertLoaders(db, nowMs),
    robotsVersions: robotsLoader(db),
    usageThisMonth: new DataLoader((accountIds) =>
      Promise.all(accountIds.map((accountId) => findUsage(db, accountId, nowMs))),
    ),
  };
}

/** One short read a site: these are sent together, and a site is one partition of a distributed database. */
function edgeLoader(db: Database, find: typeof findLastEvent): Loaders['lastEvent'] {
  return new DataLoader((sites) => Promise.all(sites.map((site) => find(db, site, ALL_TIME))), {
    cacheKeyFn: ({ id }) => id,
  });
}

function robotsLoader(db: Database): Loaders['robotsVersions'] {
  return new DataLoader(
    (listings) =>
      Promise.all(
        listings.map(async ({ site, ...needs }) => numberedAll(await listRobotsVersions(db, site, needs))),
      ),
    { cacheKeyFn: ({ site, withText }) => `${site.id} ${withText}` },
  );
}
