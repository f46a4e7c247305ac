import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../support/free-port.ts';
import { createRecorder } from './actors/recorder.ts';
import { type Kept, checkAll, runCommand } from './final-check.ts';
import { createLedger } from './ledger.ts';
import { startCallers } from './load.ts';
import { daysBefore } from './made-events.ts';
import { type Environment, startServed } from './served.ts';
import { type DrivenSite, createService } from './service.ts';
import { EVENTS_PER_BATCH } from './world.ts';

export type KillsResult = {
  readonly kills: number;
  /** How many calls failed. */
  readonly interrupted: number;
  /** How many requests got the answer of an earlier one with the same key. */
  readonly replayed: number;
  readonly kept: Kept;
  readonly wrongs: readonly string[];
};

const RECORDERS = 4;
/** A life of the process ends after one more acknowledged batch than the one before, and after the longest comes one again. */
const LONGEST_LIFE = 12;
const LATEST_MS = 25;
const EMAIL = 'owner@example.com';

/** Kills a process with the embedded database so many times while recorders use it, and compares what is left. */
export async function runKills(
  kills: number,
  tell: (line: string) => void = () => undefined,
): Promise<KillsResult> {
  const folder = mkdtempSync(join(tmpdir(), 'site-traffic-kills-'));
  const commandEnv = { DATA_DIR: join(folder, 'data'), PRO_EVENTS_PER_MONTH: 'unlimited' };
  const site = await makeEmbedded(commandEnv);
  const served = await startServed(await freePort(), commandEnv);
  const service = createService({
    days: site.ledger.days,
    urlOf: () => served.url,
    callWithinMs: 60_000,
    commandEnv,
  });
  const load = startCallers([[createRecorder(service, site), 1]], RECORDERS);
  const acknowledged = () => site.ledger.acknowledged().size;
  try {
    for (let kill = 0; kill < kills; kill++) {
      const enough = acknowledged() + (1 + (kill % LONGEST_LIFE)) * EVENTS_PER_BATCH;
      while (acknowledged() < enough) await delay(1);
      // at another moment of the next commit each time
      await delay(kill % LATEST_MS);
      await served.kill();
      await served.start();
      if (kill % 10 === 9) tell(`${kill + 1} kills, ${acknowledged()} events acknowledged`);
    }
    // undisturbed, so that some batches are repeated for sure
    const enough = acknowledged() + LONGEST_LIFE * EVENTS_PER_BATCH;
    while (acknowledged() < enough) await delay(1);
    await load.stop();
    const kept = await checkAll(service, [site]);
    const { failures, wrongs, replays } = service.journal;
    return { kills, interrupted: failures.length, replayed: replays(), kept, wrongs };
  } finally {
    service.caller.close();
    await served.kill();
    rmSync(folder, { recursive: true });
  }
}

async function makeEmbedded(commandEnv: Environment): Promise<DrivenSite> {
  const run = (...args: readonly string[]) => runCommand(commandEnv, ...args);
  await run('migrate');
  await run('account', 'create', '--email', EMAIL, '--plan', 'pro');
  const { id } = (await run('site', 'create', '--account', EMAIL, '--domain', 'example.com')) as {
    id: string;
  };
  const makeKey = async (...options: readonly string[]) =>
    ((await run('key', 'create', '--account', EMAIL, ...options)) as { key: string }).key;
  return {
    ledger: createLedger(id, daysBefore(Date.now()), EVENTS_PER_BATCH),
    readKey: await makeKey(),
    collectKey: await makeKey('--scope', 'collect', '--site', id),
    email: EMAIL,
  };
}
