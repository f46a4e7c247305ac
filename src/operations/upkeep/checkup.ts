import {
  type PlacedSite,
  type Worker,
  answers,
  isCitus,
  listSitesOn,
  listWorkers,
} from '../../database/cluster.ts';
import type { Database } from '../../database/database.ts';
import { compareSchema } from '../../database/migrator.ts';
import { type Held, countHeld, findDatabaseState } from '../../queries/database-state.ts';

/** What was found about the database and, on a Citus cluster, about its nodes. */
export type Checkup = {
  /** The migrations that the database lacks. */
  readonly pending: readonly string[];
  /** True for a standby, and for a server that is set to refuse writes. */
  readonly isReadOnly: boolean;
  /** Of a Citus cluster; empty elsewhere. */
  readonly nodes: readonly (Worker & { readonly answers: boolean })[];
  /** The sites on nodes that do not answer: they can neither be read nor recorded to. */
  readonly sitesAway: readonly PlacedSite[];
  /** What it holds, if that is more than the embedded database is made for; undefined on a server. */
  readonly outgrown: Held | undefined;
};

/** Up to here, a report takes about half a second at most, for which all others wait (`docs/embedded-to-postgresql.md`). */
const EMBEDDED_IS_MADE_FOR: Held = { events: 1_000_000, sites: 100 };

/** Looks at the database and the nodes of its cluster. Throws NewerDatabase if this program cannot use the database, and what fails if the database is away. */
export async function checkUp(db: Database): Promise<Checkup> {
  const state = await findDatabaseState(db);
  const { pending } = compareSchema(state?.migrations.toSorted() ?? []);
  const workers = (await isCitus(db)) ? await listWorkers(db) : [];
  const nodes = await Promise.all(
    workers.map(async (worker) => ({ ...worker, answers: await answers(db, worker) })),
  );
  const away = pending.length === 0 ? nodes.filter((node) => !node.answers) : [];
  const sitesAway = await Promise.all(away.map((node) => listSitesOn(db, node)));
  const outgrown = db.isOneSession && pending.length === 0 ? await findOutgrown(db) : undefined;
  return { pending, isReadOnly: state?.isReadOnly === true, nodes, sitesAway: sitesAway.flat(), outgrown };
}

async function findOutgrown(db: Database): Promise<Held | undefined> {
  const held = await countHeld(db);
  const { events, sites } = EMBEDDED_IS_MADE_FOR;
  return held.events > events || held.sites > sites ? held : undefined;
}
