import { type Kysely, sql } from 'kysely';
import type { Tables } from './tables.ts';

/** A database of a Citus cluster cannot be used as it is. The message is one line for the operator. */
export class WrongNode extends Error {
  override readonly name = 'WrongNode';
}

const COORDINATOR_GROUP = 0;

/** The node of a Citus cluster that holds the data of some sites. */
export type Worker = { readonly host: string; readonly port: number };

/** Whether the database is one of a Citus cluster. */
export async function isCitus(db: Kysely<Tables>): Promise<boolean> {
  const { rows } = await sql`select 1 from pg_extension where extname = 'citus'`.execute(db);
  return rows.length > 0;
}

/**
 * Throws WrongNode if the database is that of a Citus worker. Locks on one node keep nobody away on another, and a worker
 * does not have the tables of the coordinator.
 */
export async function requireCoordinator(db: Kysely<Tables>): Promise<void> {
  if (!(await isCitus(db))) return;
  const { rows } = await sql<{ group: number }>`select groupid as group from pg_dist_local_group`.execute(db);
  if (rows.some(({ group }) => group !== COORDINATOR_GROUP))
    throw new WrongNode('DATABASE_URL names a worker of a Citus cluster; connect to the coordinator');
}

/** Throws WrongNode if the database is that of a Citus cluster which has no node for the data of sites. */
export async function requireWorkers(db: Kysely<Tables>): Promise<void> {
  if (!(await isCitus(db)) || (await listWorkers(db)).length > 0) return;
  throw new WrongNode(
    'the Citus cluster has no node for the data of sites; add its workers first, with citus_add_node',
  );
}

/** The nodes of a Citus cluster that hold the data of sites, or are to hold it. */
export async function listWorkers(db: Kysely<Tables>): Promise<readonly Worker[]> {
  const { rows } = await sql<Worker>`
    select nodename as host, nodeport as port from pg_dist_node n
    where noderole = 'primary'
      and (isactive and shouldhaveshards or exists (select 1 from pg_dist_placement p where p.groupid = n.groupid))
    order by nodename, nodeport`.execute(db);
  return rows;
}

/** Whether the coordinator reaches the node. Takes as long as `citus.node_connection_timeout` if it is silent. */
export async function answers(db: Kysely<Tables>, { host, port }: Worker): Promise<boolean> {
  const { rows } = await sql<{ answers: boolean }>`
    select citus_check_connection_to_node(${host}, ${port}::integer) as answers`.execute(db);
  return rows[0]?.answers === true;
}

/** A site, and the node that holds what it recorded. */
export type PlacedSite = { readonly siteId: string; readonly domain: string } & Worker;

/** The sites whose data is on a node. */
export async function listSitesOn(
  db: Kysely<Tables>,
  { host, port }: Worker,
): Promise<readonly PlacedSite[]> {
  const { rows } = await sql<PlacedSite>`
    select s.id as "siteId", s.domain, n.nodename as host, n.nodeport as port
    from sites s
    join pg_dist_placement p on p.shardid = get_shard_id_for_distribution_column('events', s.id)
    join pg_dist_node n on n.groupid = p.groupid and n.noderole = 'primary'
    where n.nodename = ${host} and n.nodeport = ${port}
    order by s.created_at, s.id`.execute(db);
  return rows;
}
