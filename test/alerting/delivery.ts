import { pino } from 'pino';
import { INSTALLED } from '../../src/catalogue/catalogue.ts';
import type { Database } from '../../src/database/database.ts';
import type { NewAlert } from '../../src/domain/alert.ts';
import type { Channels } from '../../src/domain/channel.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { createSecrets } from '../../src/domain/secrets.ts';
import { inTransaction } from '../../src/database/transaction.ts';
import { raiseAlerts } from '../../src/operations/alerting/raising.ts';
import { createOutbox } from '../../src/operations/delivery/outbox.ts';
import { createChannel } from '../../src/operations/owner/channels.ts';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { countDeliveries } from '../../src/queries/deliveries.ts';
import { createClock } from '../support/clock.ts';
import { createFakeChannels } from '../support/channels.ts';
import { makeOwner, makeSite } from '../support/makers.ts';

export const NOW = '2026-03-15T12:00:00.000Z';
export const LINKS = 'https://stats.example.com';
export const SECRETS = createSecrets(Buffer.alloc(32, 7));

export const SURGE: NewAlert = {
  ...{ kind: 'surge', subjectKind: 'bot', subject: 'GPTBot', subjects: ['GPTBot'], eventType: 'bot' },
  ...{
    atMs: Date.parse(NOW),
    fromMs: Date.parse(NOW),
    untilMs: null,
    unit: 'count',
    seen: 412,
    usual: [20, 60],
  },
  ...{ page: '/blog', title: 'GPTBot read 412 pages', detail: 'Sundays usually have 20 to 60.' },
};

type Given = Partial<Parameters<typeof createChannel>[2]>;

/** An account with a site and channels, on a clock that stands. */
export async function makeAccount(db: Database, clock = createClock(NOW)) {
  const { accountId, email } = await makeOwner(db);
  const site = await makeSite(db, accountId);
  const parts = { messaging: { channels: createFakeChannels(), linkBase: LINKS }, secrets: SECRETS };
  const given = { name: 'ops', target: 'https://example.com/hook', kinds: undefined, siteIds: undefined };
  let raised = 0;
  return {
    ...{ accountId, email, site, clock },
    addChannel: async (more: Given = {}) => {
      const asker = byOperator(db, clock.now());
      const wanted = { kind: 'webhook' as const, digest: false, ...given, ...more };
      return createChannel(asker, { id: accountId, email }, wanted, parts);
    },
    /** Raises an alert that is like no other. */
    raise: async (alert: Partial<NewAlert> = {}, siteId: string | null = site.id) => {
      raised += 1;
      const one = { ...SURGE, subject: `Bot${raised}`, ...alert };
      await inTransaction(db, (tx) => raiseAlerts(tx, { accountId, siteId }, [one], clock.now()));
    },
    deliveries: async (channelId: number) => (await countDeliveries(db, [channelId]))[0],
  };
}

/** The outbox of one process. */
export function openOutbox(db: Database, channels: Channels, now: () => number) {
  return createOutbox(partsOf(db, channels, now));
}

export function partsOf(db: Database, channels: Channels, now: () => number) {
  const log = pino({ level: 'silent' });
  return {
    ...{ db, channels, now, log, secrets: SECRETS, linkBase: LINKS, random: () => 0 },
    ...{ plans: DEFAULT_PLANS, catalogue: () => INSTALLED },
  };
}
