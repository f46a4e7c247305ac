import pg from 'pg';

/** A Citus cluster: the addresses of a database on its coordinator and on each of its workers. */
export type Cluster = { readonly url: string; readonly workers: readonly string[] };

type Node = { readonly host: string; readonly port: number };

/** The cluster of a database on a coordinator, whose workers let the same user in. */
export async function findCluster(url: string): Promise<Cluster> {
  const nodes = await ask<Node>(
    url,
    `select nodename as host, nodeport as port from pg_dist_node
     where isactive and noderole = 'primary' and groupid > 0 order by nodeid`,
  );
  return { url, workers: nodes.map((node) => addressAt(url, node)) };
}

/** Creates a database on each node, with options of CREATE DATABASE, and makes one cluster of them. */
export async function createDatabaseOn(cluster: Cluster, name: string, options = ''): Promise<Cluster> {
  const created = mapNodes(cluster, (url) => addressOf(url, name));
  for (const [at, url] of [cluster.url, ...cluster.workers].entries()) {
    await ask(url, `create database ${name} ${options}`);
    await ask([created.url, ...created.workers][at] ?? '', 'create extension citus');
  }
  const [coordinator, ...workers] = [created.url, ...created.workers].map(nodeOf);
  const join = workers.map((node) => `select citus_add_node(${literalsOf(node)})`);
  await ask(created.url, `select citus_set_coordinator_host(${literalsOf(coordinator)}); ${join.join('; ')}`);
  return created;
}

/** Drops such a database from each node. */
export async function dropDatabaseOn({ url, workers }: Cluster, name: string): Promise<void> {
  for (const node of [url, ...workers]) await ask(node, `drop database ${name} with (force)`);
}

function mapNodes({ url, workers }: Cluster, change: (url: string) => string): Cluster {
  return { url: change(url), workers: workers.map(change) };
}

/** The address of another database on the same node. */
function addressOf(url: string, database: string): string {
  const address = new URL(url);
  address.pathname = `/${database}`;
  return address.href;
}

function addressAt(url: string, { host, port }: Node): string {
  const address = new URL(url);
  address.hostname = host;
  address.port = String(port);
  return address.href;
}

function nodeOf(url: string): Node {
  const { hostname, port } = new URL(url);
  return { host: hostname, port: Number(port || 5432) };
}

function literalsOf(node: Node | undefined): string {
  if (node === undefined) throw new Error('a cluster has a coordinator');
  return `${pg.escapeLiteral(node.host)}, ${node.port}`;
}

/** Each node is asked by itself: Citus would create a database on all of them, but not make a cluster of it. */
async function ask<Row extends pg.QueryResultRow>(url: string, statement: string): Promise<readonly Row[]> {
  const options = '-c citus.enable_create_database_propagation=off';
  const client = new pg.Client({ connectionString: url, options });
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}
