import type { Transaction } from 'kysely';
import { ALLOWED_INSTANT, parseInstant } from '../../domain/instant.ts';
import { Refusal, invalidParameter } from '../../domain/refusal.ts';
import {
  MOST_VERSIONS,
  type NumberedVersion,
  type RobotsOrigin,
  type RobotsVersion,
} from '../../domain/robots-version.ts';
import { formatInstant } from '../../domain/time.ts';
import type { Tables } from '../../database/tables.ts';
import {
  type VersionSize,
  deleteRobotsVersion as deleteVersionRow,
  findRobotsVersion,
  insertRobotsVersion,
  listVersionSizes,
} from '../../queries/robots-versions.ts';
import { findSite } from '../../queries/sites.ts';
import { readText } from '../../robots/read-text.ts';
import { numbered } from '../numbered-version.ts';
import { type Asker, mayChange } from './in-account.ts';
import { inSite } from './in-site.ts';

const MOST_BYTES = 10_000_000;

export type GivenVersion = {
  readonly siteId: string;
  readonly text: string;
  readonly origin: RobotsOrigin;
  /** Since when it is in force, in ISO 8601; since now without it. */
  readonly since?: string | null | undefined;
};

/** A version, and whether it was added: what says the same as the one in force then is no new one. */
export type KeptVersion = { readonly version: NumberedVersion; readonly isNew: boolean };

/**
 * Keeps a robots.txt, in force from a time on, if it differs from what is in force then. Throws SITE_NOT_FOUND,
 * INVALID_PARAMETER for a time to come or one at which another came into force, and TOO_MANY_ROBOTS_VERSIONS.
 */
export async function createRobotsVersion(
  asker: Asker,
  { siteId, text: given, origin, since }: GivenVersion,
): Promise<KeptVersion> {
  const text = readText(given);
  const sinceMs = parseSince(since, asker.nowMs);
  return inSite<KeptVersion>(asker, siteId, async (tx, { id, domain }) => {
    const others = await listVersionSizes(tx, id);
    const before = await versionBefore(tx, others, sinceMs);
    if (before?.text === text)
      return { result: { version: numbered(before, others), isNew: false }, lines: [] };
    if (before?.sinceMs === sinceMs)
      throw invalidParameter('since', formatInstant(sinceMs), 'a time at which no other version begins');
    requireRoom(others, text, domain);
    const version = { sinceMs, origin, text };
    const made = { ...version, id: await insertRobotsVersion(tx, id, version) };
    const detail = lineOf(made, id, domain);
    const result = { version: numbered(made, others), isNew: true };
    return { result, lines: [{ action: 'robots.create', detail }] };
  });
}

/** Deletes a version; what came before it is in force until the next one. Throws ROBOTS_VERSION_NOT_FOUND. */
export async function deleteRobotsVersion(asker: Asker, versionId: number): Promise<RobotsVersion> {
  const found = await findRobotsVersion(asker.db, versionId);
  const site = found && (await findSite(asker.db, found.siteId));
  if (site === undefined || !mayChange(asker, site.accountId)) throw noVersion(versionId);
  return inSite(asker, site.id, async (tx, { id, domain }) => {
    const version = await findRobotsVersion(tx, versionId);
    if (version === undefined) throw noVersion(versionId);
    await deleteVersionRow(tx, versionId);
    return { result: version, lines: [{ action: 'robots.delete', detail: lineOf(version, id, domain) }] };
  });
}

async function versionBefore(
  tx: Transaction<Tables>,
  versions: readonly VersionSize[],
  sinceMs: number,
): Promise<RobotsVersion | undefined> {
  const before = versions.findLast((version) => version.sinceMs <= sinceMs);
  return before && findRobotsVersion(tx, before.id);
}

function parseSince(given: string | null | undefined, nowMs: number): number {
  if (given === undefined || given === null) return nowMs;
  const sinceMs = parseInstant(given);
  if (sinceMs === undefined) throw invalidParameter('since', given, ALLOWED_INSTANT);
  if (sinceMs > nowMs) throw invalidParameter('since', given, 'a time that is not in the future');
  return sinceMs;
}

function requireRoom(versions: readonly VersionSize[], text: string, domain: string): void {
  const bytes = versions.reduce((sum, version) => sum + version.bytes, Buffer.byteLength(text));
  if (versions.length < MOST_VERSIONS && bytes <= MOST_BYTES) return;
  const most = `${MOST_VERSIONS.toLocaleString('en')} versions with ${MOST_BYTES / 1_000_000} MB together`;
  throw new Refusal('TOO_MANY_ROBOTS_VERSIONS', {
    clause: `a site may have ${most}; delete some of ${domain} first`,
  });
}

function noVersion(versionId: number): Refusal {
  return new Refusal('ROBOTS_VERSION_NOT_FOUND', {
    clause: `there is no version of a robots.txt with the id ${versionId}`,
  });
}

function lineOf({ id, sinceMs, origin }: RobotsVersion, siteId: string, domain: string): string {
  return `robots.txt of ${domain} (${siteId}) since ${formatInstant(sinceMs)}, ${origin} (robots_${id})`;
}
