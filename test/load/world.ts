import { makeKey, makeOwner, makeSite } from '../support/makers.ts';
import type { Days } from '../support/oracle.ts';
import { createLedger } from './ledger.ts';
import { daysBefore } from './made-events.ts';
import { type DrivenSite, type Service, createService } from './service.ts';
import { type Topology, type TopologyOptions, startTopology } from './topology.ts';

/** Everything a run works with. */
export type World = Service & {
  readonly topology: Topology;
  readonly sites: readonly DrivenSite[];
  readonly close: () => Promise<void>;
};

export type WorldOptions = Pick<TopologyOptions, 'diskMb'> & {
  /** How many sites are recorded to, each in an account of its own. */
  readonly sites: number;
  /** When an actor gives up a call. */
  readonly callWithinMs: number;
};

export const EVENTS_PER_BATCH = 10;

/** What pages of the service send as their Origin. */
export const PUBLIC_URL = 'http://127.0.0.1:4000';

/** The limits of Pro are far above what a driver does. */
const ENV = {
  PUBLIC_URL,
  PRO_REQUESTS_PER_MINUTE: '1000000',
  PRO_EVENTS_PER_MONTH: 'unlimited',
  FREE_EVENTS_PER_MONTH: '1',
};

export async function createWorld({ diskMb, sites, callWithinMs }: WorldOptions): Promise<World> {
  const topology = await startTopology({ diskMb, env: ENV });
  const { processes, databaseUrl } = topology;
  const days = daysBefore(Date.now());
  const urlOf = (process: number) => (processes[process % 2] ?? processes[0]).url;
  const service = createService({ days, urlOf, callWithinMs, commandEnv: { DATABASE_URL: databaseUrl } });
  return {
    ...service,
    topology,
    sites: await Promise.all(Array.from({ length: sites }, () => makeDrivenSite(topology, days))),
    async close() {
      service.caller.close();
      await topology.close();
    },
  };
}

/** A site of an account of its own on the Pro plan. */
export async function makeDrivenSite({ db }: Pick<Topology, 'db'>, days: Days): Promise<DrivenSite> {
  const { accountId, email, key: readKey } = await makeOwner(db, 'pro');
  const { id } = await makeSite(db, accountId);
  const { key: collectKey } = await makeKey(db, accountId, id);
  return { ledger: createLedger(id, days, EVENTS_PER_BATCH), readKey, collectKey, email };
}
