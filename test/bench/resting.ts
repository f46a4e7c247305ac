import { setTimeout as delay } from 'node:timers/promises';
import type { BenchSite } from './dataset.ts';
import { memoryMb } from './processes.ts';
import type { Stage } from './stage.ts';

/** The memory of a server that does nothing, in MB. */
export type RestingResult = {
  readonly seconds: number;
  /** So long after it was ready. */
  readonly startedMb: number;
  /** So long after it has refused many large documents. */
  readonly settledMb: number;
};

export const HOSTILE_DOCUMENTS = 2_000;
const AT_ONCE = 16;
const FIELDS_A_DOCUMENT = 4_000;

/**
 * A server on its own, before and after callers who send documents that it refuses, each of them another. Its memory is
 * looked at after so many seconds: V8 gives back what the start has taken only after most of a minute.
 */
export async function measureResting({ start, dataset }: Stage, seconds: number): Promise<RestingResult> {
  const server = await start('product');
  try {
    await delay(seconds * 1000);
    const startedMb = memoryMb(server.pid).now;
    await sendHostileDocuments(server.url, dataset.crowd);
    await delay(seconds * 1000);
    return { seconds, startedMb, settledMb: memoryMb(server.pid).now };
  } finally {
    await server.stop();
  }
}

async function sendHostileDocuments(url: string, callers: readonly BenchSite[]): Promise<void> {
  let next = 0;
  async function sendInTurn(): Promise<void> {
    for (let index = next++; index < HOSTILE_DOCUMENTS; index = next++)
      await sendRefused(url, callers[index % callers.length]?.key, hostileDocument(index));
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendInTurn));
}

async function sendRefused(url: string, key: string | undefined, query: string): Promise<void> {
  const response = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key ?? ''}` },
    body: JSON.stringify({ query }),
  });
  const { errors } = (await response.json()) as { readonly errors?: unknown };
  if (errors === undefined) throw new Error('the product has answered a hostile document');
}

/** About a hundred kilobytes, with a name of its own for each of many fields. */
function hostileDocument(index: number): string {
  const fields = Array.from({ length: FIELDS_A_DOCUMENT }, (_, field) => `f${index}_${field}: __typename`);
  return `{ ${fields.join(' ')} }`;
}
