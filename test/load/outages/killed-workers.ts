import { setTimeout as delay } from 'node:timers/promises';
import { listensAt, socketsOf, untilStopped } from '../../support/sockets.ts';
import { type Ending, connectOnce } from '../../support/connect-once.ts';
import type { Outage, OutageResult } from './outage.ts';
import type { OutageServer } from './server.ts';

const KILLS = 12;
/** New connections, each with one request, that are under way at any time. */
const UNDERWAY = 60;
const BEFORE_KILL_MS = 1_000;
const AFTER_KILL_MS = 2_000;
const STOPPED_MS = 12_000;
/** A new connection each, while a worker is stopped. */
const PAUSE_MS = 25;

type Endings = Readonly<Record<Ending, number>>;

/**
 * Workers are killed in a storm of new connections: each connection ends, and the primary process holds none. Then one
 * is stopped for a while: the others answer all that connect meanwhile.
 */
export const killedWorkers: Outage = { run };

async function run(server: OutageServer): Promise<OutageResult> {
  const pid = server.primary.pid();
  const before = socketsOf(pid).length;
  const killed = noEndings();
  for (let kill = 0; kill < KILLS; kill++) addUp(killed, await killOne(server));
  await delay(AFTER_KILL_MS);
  const left = socketsOf(pid).length - before;
  const stopped = await stopOne(server);

  return {
    figures: [
      [`connections while ${KILLS} workers were killed`, lineOf(killed)],
      ['descriptors that the primary process was left with', left],
      [`connections while a worker was stopped for ${STOPPED_MS / 1_000} s`, lineOf(stopped)],
    ],
    broken: [
      ...(killed.open > 0 ? [`${killed.open} connections stayed open after a kill`] : []),
      ...(left > 0 ? [`the primary process holds ${left} more sockets`] : []),
      ...(stopped.answered < sumOf(stopped)
        ? ['not all who connected while a worker was stopped were answered']
        : []),
    ],
  };
}

/** Kills a worker in the middle of a storm, and waits until another one is in its place. */
async function killOne({ url, workers }: OutageServer): Promise<Endings> {
  const all = workers();
  const untilMs = performance.now() + BEFORE_KILL_MS + AFTER_KILL_MS;
  const storm = Array.from({ length: UNDERWAY }, () => stormUntil(url, untilMs));
  await delay(BEFORE_KILL_MS);
  process.kill(all[0] ?? 0, 'SIGKILL');
  const seen = noEndings();
  for (const endings of await Promise.all(storm)) addUp(seen, endings);
  await untilServing({ url, workers }, all.length);
  return seen;
}

/** If workers were killed faster than they start, none would be left. */
async function untilServing(
  { url, workers }: Pick<OutageServer, 'url' | 'workers'>,
  count: number,
): Promise<void> {
  const port = Number(new URL(url).port);
  while (workers().filter((pid) => listensAt(pid, port)).length < count) await delay(PAUSE_MS);
}

async function stormUntil(url: string, untilMs: number): Promise<Endings> {
  const seen = noEndings();
  while (performance.now() < untilMs) seen[await connectOnce(url)]++;
  return seen;
}

async function stopOne({ url, workers }: OutageServer): Promise<Endings> {
  const [pid = 0] = workers();
  process.kill(pid, 'SIGSTOP');
  await untilStopped(pid);
  const made: Promise<Ending>[] = [];
  const untilMs = performance.now() + STOPPED_MS;
  while (performance.now() < untilMs) {
    made.push(connectOnce(url));
    await delay(PAUSE_MS);
  }
  const seen = noEndings();
  for (const ending of await Promise.all(made)) seen[ending]++;
  process.kill(pid, 'SIGCONT');
  return seen;
}

function noEndings(): Record<Ending, number> {
  return { answered: 0, broken: 0, open: 0 };
}

function addUp(sum: Record<Ending, number>, { answered, broken, open }: Endings): void {
  sum.answered += answered;
  sum.broken += broken;
  sum.open += open;
}

function sumOf({ answered, broken, open }: Endings): number {
  return answered + broken + open;
}

function lineOf({ answered, broken, open }: Endings): string {
  return `${answered} answered, ${broken} broken off, ${open} left open`;
}
