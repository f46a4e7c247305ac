import type { Client } from './client.ts';
import type { LargeLine } from './large-line.ts';
import { medianMs } from './large-stage.ts';
import type { PreparedRequest } from './request.ts';

/** A request, and the line that compares its times in two states of the database. */
export type TimedRequest = Pick<LargeLine, 'name' | 'goal'> & { readonly request: PreparedRequest };

/** A time, or why there is none. */
type Time = number | Error;

/** The median time of each of the requests. */
export async function timeAll(client: Client, requests: readonly TimedRequest[]): Promise<readonly Time[]> {
  const times: Time[] = [];
  for (const { request } of requests) times.push(await medianMs(client, request).catch(asError));
  return times;
}

export function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}

/** Throws if one of the two failed. */
export function ratioOf(one: Time | undefined, other: Time | undefined) {
  if (typeof one !== 'number') throw new Error(one?.message ?? '');
  if (typeof other !== 'number') throw new Error(`before: ${other?.message ?? ''}`);
  return { seen: one / other, detail: `${one.toFixed(0)} ms, ${other.toFixed(0)} ms` };
}
