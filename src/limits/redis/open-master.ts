import { randomUUID } from 'node:crypto';
import type { RedisAddress, RedisNode } from '../../settings/redis-url.ts';
import { type RedisClient, openClient } from './client.ts';
import { TAKE } from './scripts.ts';

export type MasterOptions = {
  /** What all keys begin with. */
  readonly prefix: string;
  /** How long an answer may take. */
  readonly answerWithinMs: number;
  /** Called when the connection ends, unless we ended it. */
  readonly onLost: (client: RedisClient, cause: unknown) => void;
};

/** Connects to the server, or to the first of the masters that the Sentinels name, which accepts a write. */
export async function openMaster(
  address: RedisAddress,
  { prefix, answerWithinMs, onLost }: MasterOptions,
): Promise<RedisClient> {
  let cause: unknown = new Error('the Sentinels do not know the master');
  for (const node of await findNodes(address, answerWithinMs)) {
    let opened: RedisClient | undefined;
    try {
      const noteLost = (error: unknown) => {
        if (opened) onLost(opened, error);
      };
      opened = await openClient(node, address, { answerWithinMs, onLost: noteLost });
      await probe(opened, prefix);
      return opened;
    } catch (error) {
      opened?.destroy();
      cause = error;
    }
  }
  throw cause;
}

/** Writes a key of its own, which expires at once. A replica refuses that, and so does a server without memory. */
export async function probe(client: RedisClient, prefix: string): Promise<void> {
  await client.run(TAKE, [`${prefix}probe:${randomUUID()}`], ['1000', '1', '1', '1', '']);
}

/** The servers to try. A Sentinel that was cut off may name an old master, so all of them are asked. */
async function findNodes(
  { nodes, master, tls, sentinelPassword }: RedisAddress,
  answerWithinMs: number,
): Promise<readonly RedisNode[]> {
  if (master === undefined) return nodes;
  const access = { tls, username: undefined, password: sentinelPassword, database: 0 };
  const answers = await Promise.allSettled(
    nodes.map(async (node) => {
      const sentinel = await openClient(node, access, { answerWithinMs, onLost: () => undefined });
      return sentinel.findMaster(master).finally(() => {
        sentinel.destroy();
      });
    }),
  );
  if (answers.every(({ status }) => status === 'rejected')) throw new Error('no Sentinel answers');
  const named = answers.flatMap((answer) => (answer.status === 'fulfilled' ? (answer.value ?? []) : []));
  return [...new Map(named.map((node) => [`${node.host} ${node.port}`, node])).values()];
}
