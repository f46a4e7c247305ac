import type { Client } from './client.ts';
import type { LargeLine } from './large-line.ts';
import type { LargeSite } from './large-data.ts';
import { type LargeStage, medianMs, query } from './large-stage.ts';
import type { PreparedRequest } from './request.ts';

/** A request, and the line that compares its times in two states of the database. */
export type TimedRequest = Pick<LargeLine, 'name' | 'goal'> & {
  readonly site: LargeSite;
  readonly request: PreparedRequest;
};

/** A time, or why there is none. */
type Time = number | Error;

/** The median time of each of the requests. */
export async function timeAll(client: Client, requests: readonly TimedRequest[]): Promise<readonly Time[]> {
  const times: Time[] = [];
  for (const { request } of requests) times.push(await medianMs(client, request).catch(asError));
  return times;
}

/** The same, of sites that upkeep has folded: it may not have come to all of them. */
export async function timeFolded(
  { databaseUrl }: LargeStage,
  client: Client,
  requests: readonly TimedRequest[],
): Promise<readonly Time[]> {
  const folded = await query<{ site: string }>(databaseUrl, FOLDED_SITES);
  const times: Time[] = [];
  for (const each of requests) {
    const isFolded = folded.some(({ site }) => site === each.site.siteId);
    times.push(...(isFolded ? await timeAll(client, [each]) : [new Error('upkeep has not folded the site')]));
  }
  return times;
}

const FOLDED_SITES = `select site_id as site from folded_sites where until_day = date_trunc('day', now(), 'UTC')::date`;

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Throws if one of the two failed. */
export function ratioOf(one: Time | undefined, other: Time | undefined) {
  if (typeof one !== 'number') throw new Error(one?.message ?? '');
  if (typeof other !== 'number') throw new Error(`before: ${other?.message ?? ''}`);
  return { seen: one / other, detail: `${one.toFixed(0)} ms, ${other.toFixed(0)} ms` };
}
