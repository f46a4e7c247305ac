import { groupBy } from '../../domain/group-by.ts';
import { HOUR_MS } from '../../domain/time.ts';
import { mapSeveral } from '../../database/several.ts';
import { findSites } from '../../queries/sites.ts';
import { byServer } from '../owner/in-account.ts';
import { createRobotsVersion } from '../owner/robots-versions.ts';
import { pagesOfSites } from '../upkeep/due-sites.ts';
import { type Beat, type BeatParts, startBeat } from '../upkeep/beat.ts';
import { type Retrieving, fetchRobots } from './update-robots.ts';

type UpdateParts = BeatParts & { readonly now: () => number; readonly retrieving: Retrieving };

type KeepingParts = UpdateParts & { readonly lookMs?: number | undefined };

const LOOK_MS = 60_000;
/** So many hosts are asked at a time. Some take long: they are silent, or redirect to themselves and have to wait a minute. */
const AT_ONCE = 32;

/**
 * Fetches the robots.txt of all sites once an hour, the first time a minute after its turn has come, so that no host is asked
 * twice in a minute however often servers start. One process of all does so. What fails is logged, and tried again an hour
 * later.
 */
export function startRobotsBeat({ lookMs = LOOK_MS, ...parts }: KeepingParts): Beat {
  const { now } = parts;
  // undefined while another process has the turn, which may have asked just now
  let dueMs: number | undefined;
  const rhythm = {
    name: 'robots',
    everyMs: lookMs,
    failed: 'no robots.txt fetched',
    atOnce: false,
  } as const;
  return startBeat(parts, rhythm, async (turn, stop) => {
    if (!(await turn.take())) dueMs = undefined;
    else if (dueMs === undefined) dueMs = now();
    else if (now() >= dueMs) {
      dueMs = now() + HOUR_MS;
      await updateAll(parts, stop);
    }
  });
}

/** Asks each host once, for all sites that have it as their domain. */
export async function updateAll(parts: UpdateParts, stop?: AbortSignal): Promise<void> {
  const { db, log } = parts;
  const sites: { readonly id: string; readonly domain: string }[] = [];
  for await (const ids of pagesOfSites(db, stop)) sites.push(...(await findSites(db, ids)));
  const isStopped = () => stop?.aborted === true;
  const hosts = [...groupBy(sites, ({ domain }) => domain)];
  await mapSeveral(hosts, AT_ONCE, async ([host, ofHost]) => {
    if (isStopped()) return;
    try {
      await updateHost(parts, ofHost, await fetchRobots(host, parts.retrieving, stop));
    } catch (err) {
      if (!isStopped()) log.warn({ err, host }, 'robots.txt not fetched');
    }
  });
}

/** What is kept of one site does not depend on the others. */
async function updateHost(
  { db, now, log }: UpdateParts,
  sites: readonly { readonly id: string }[],
  text: string,
): Promise<void> {
  const asker = byServer(db, now());
  for (const { id: siteId } of sites)
    await createRobotsVersion(asker, { siteId, text, origin: 'fetched' }).catch((err: unknown) => {
      log.warn({ err, siteId }, 'robots.txt not kept');
    });
}
