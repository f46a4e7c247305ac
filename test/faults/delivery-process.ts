import { setTimeout as wait } from 'node:timers/promises';
import { pino } from 'pino';
import { createChannels } from '../../src/channels/channels.ts';
import { openDatabase } from '../../src/database/database.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import type { NewAlert } from '../../src/domain/alert.ts';
import { createSecrets } from '../../src/domain/secrets.ts';
import { raiseAlerts } from '../../src/operations/alerting/raising.ts';
import { isAnythingDue } from '../../src/queries/deliveries.ts';
import { createOutbox } from '../../src/operations/delivery/outbox.ts';

/** What the process is told: its clock is ahead, so that it need not wait for what another one has begun. */
export type ProcessOptions = {
  readonly url: string;
  readonly accountId: number;
  readonly siteId: string;
  readonly aheadMs: number;
  /** What its alerts are named by, so that no two processes raise the same. */
  readonly name: string;
  /** Undefined: as many as until it is killed. */
  readonly alerts?: number;
};

export const KEY = Buffer.alloc(32, 7);

/** Raises alerts and sends them, until it is killed or has sent all. */
async function run({
  url,
  accountId,
  siteId,
  aheadMs,
  name,
  alerts = Infinity,
}: ProcessOptions): Promise<void> {
  const db = openDatabase({ connection: { url }, poolSize: 4, statementTimeoutMs: 30_000 });
  const startMs = performance.now();
  const epochMs = performance.timeOrigin + startMs;
  const now = () => Math.floor(epochMs + aheadMs + performance.now() - startMs);
  const channels = createChannels({
    ...{ allowsPrivate: true, smtpUrl: undefined, mailFrom: undefined, now },
    onError: (error) => {
      throw error;
    },
  });
  const log = pino({ level: 'silent' });
  const outbox = createOutbox({ db, secrets: createSecrets(KEY), linkBase: '', now, channels, log });
  for (let n = 0; n < alerts; n++) {
    const alert: NewAlert = {
      ...{ kind: 'surge', subjectKind: 'bot', subject: `${name} ${n}`, subjects: [], eventType: 'bot' },
      ...{ atMs: now(), fromMs: now(), untilMs: null, unit: 'count', seen: 1, usual: [], page: null },
      ...{ title: `${name} ${n}`, detail: '' },
    };
    await inTransaction(db, (tx) => raiseAlerts(tx, { accountId, siteId }, [alert], now()));
    await outbox.fill();
  }
  while (outbox.isBusy() || (await isAnythingDue(db, now()))) {
    await outbox.fill();
    await wait(5);
  }
  await db.destroy();
}

await run(JSON.parse(process.argv[2] ?? '') as ProcessOptions);
