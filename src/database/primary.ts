import pg from 'pg';
import type { ServerHost } from '../settings/postgres-url.ts';

/** Which of several hosts accepts writes. A process has one, for all of its connections. */
export type Primary = {
  /** That host. All are asked at once if it is not known. Throws NoPrimary, or why no host lets anyone in. */
  find(): Promise<ServerHost>;
  /** Called after a failure of a connection to the host: the next connection asks all again. */
  forget(host: ServerHost): void;
};

/** No host accepts writes now: during a failover, one will soon. */
export class NoPrimary extends Error {
  override readonly name = 'NoPrimary';
  /** "Cannot connect now". */
  readonly code = '57P03';
}

export type Requirement = 'read-write' | 'primary';

export type Hosts = { readonly hosts: readonly ServerHost[]; readonly requires: Requirement };

export function createPrimary({ hosts, requires }: Hosts, config: pg.ClientConfig): Primary {
  let known: ServerHost | undefined;
  let finding: Promise<ServerHost> | undefined;

  async function probe(host: ServerHost): Promise<ServerHost> {
    const client = new pg.Client(config);
    client.on('error', () => undefined);
    const acceptsWrites = watchWrites(client, requires);
    try {
      await connectTo(client, host, () => client.connect());
      if (!acceptsWrites()) throw new NoPrimary(`${nameOf(host)} accepts no writes`);
      return host;
    } finally {
      await client.end().catch(() => undefined);
    }
  }

  async function findAgain(): Promise<ServerHost> {
    try {
      return (known = await Promise.any(hosts.map(probe)));
    } catch (error) {
      throw summaryOf(hosts, (error as AggregateError).errors as readonly Error[]);
    }
  }

  return {
    find: async () => known ?? (finding ??= findAgain().finally(() => (finding = undefined))),
    forget(host) {
      if (known === host) known = undefined;
    },
  };
}

/** Connects a client, which was made for any host, to this one. */
export function connectTo<Result>(
  client: pg.Client,
  { host, port }: ServerHost,
  connect: () => Result,
): Result {
  Object.assign(client, { host, port });
  return connect();
}

/** Whether the server accepts writes, once connected: it says so with each connection, since PostgreSQL 14. */
export function watchWrites(client: pg.Client, requires: Requirement): () => boolean {
  const status = new Map<string, string>();
  client.connection.on('parameterStatus', (said: { parameterName: string; parameterValue: string }) => {
    status.set(said.parameterName, said.parameterValue);
  });
  const isOn = (name: string) => status.get(name) === 'on';
  return () => !isOn('in_hot_standby') && (requires === 'primary' || !isOn('default_transaction_read_only'));
}

/** A wrong password is one at every host. Everything else may pass. */
function summaryOf(hosts: readonly ServerHost[], errors: readonly Error[]): Error {
  const lasting = errors.find((error) => /^(28|3D)/.test((error as { readonly code?: string }).code ?? ''));
  if (lasting !== undefined) return lasting;
  const reasons = hosts.map((host, n) => `${nameOf(host)}: ${errors[n]?.message ?? ''}`);
  return new NoPrimary(`no host of DATABASE_URL accepts writes (${reasons.join('; ')})`);
}

function nameOf({ host, port }: ServerHost): string {
  return `${host}:${port}`;
}
