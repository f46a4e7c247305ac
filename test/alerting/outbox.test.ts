import { beforeAll, describe, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { INTERNAL_ERROR, type Outcome } from '../../src/domain/channel.ts';
import { createSecrets } from '../../src/domain/secrets.ts';
import { createOutbox } from '../../src/operations/delivery/outbox.ts';
import { changeChannel, deleteChannel, retryChannel } from '../../src/operations/owner/channels.ts';
import { byOperator } from '../../src/operations/owner/in-account.ts';
import { insertDelivery, isAnythingDue } from '../../src/queries/deliveries.ts';
import { insertDigestIssue } from '../../src/queries/digests.ts';
import { type Sent, createFakeChannels } from '../support/channels.ts';
import { freshDatabase, openPool } from '../support/fresh-database.ts';
import { LINKS, NOW, SECRETS, makeAccount, openOutbox, partsOf } from './delivery.ts';

let db: Database;

beforeAll(async () => {
  db = openPool(await freshDatabase(), 4);
});

/** Sends what is due, until nothing is. */
async function sendAll(outbox: ReturnType<typeof createOutbox>): Promise<void> {
  await outbox.fill();
  await expect.poll(() => outbox.isBusy()).toBe(false);
}

const fails =
  (reason: string): (() => Outcome) =>
  () => ({ state: 'failed', reason });

describe('an alert', () => {
  it('is sent to each channel that wants it, once', async () => {
    const account = await makeAccount(db);
    const { site, clock } = account;
    const all = await account.addChannel();
    const surges = await account.addChannel({ kinds: ['surge'], siteIds: [site.id] });
    await account.addChannel({ kinds: ['errors'] });
    await account.addChannel({ kind: 'email', target: 'stranger@example.com' });
    const off = await account.addChannel();
    const asker = byOperator(db, clock.now());
    const off_ = { name: undefined, kinds: undefined, siteIds: undefined, digest: undefined, enabled: false };
    await changeChannel(asker, off.channel.id, off_, SECRETS);
    await account.raise();

    const channels = createFakeChannels();
    await sendAll(openOutbox(db, channels, clock.now));

    const alerts = channels.sent.filter(({ message }) => message.type === 'alert');
    expect(alerts.map(({ message }) => message.id.replace(/^alert_\d+_/, '')).toSorted()).toEqual(
      [all, surges].map(({ channel }) => `channel_${channel.id}`).toSorted(),
    );
    const [first] = alerts as [Sent];
    expect(first.receiver).toEqual({
      ...{ kind: 'webhook', target: 'https://example.com/hook' },
      secrets: [expect.stringMatching(/^whsec_[\w+/]{32}$/)],
    });
    const link = `${LINKS}/sites/${site.id}?start=2026-03-15&end=2026-03-15`;
    expect(first.message).toMatchObject({
      title: 'Example: GPTBot read 412 pages',
      text: 'Sundays usually have 20 to 60.',
      link: { label: 'See the day', url: link },
      data: { kind: 'surge', site: { id: site.id, domain: 'example.com', name: 'Example' }, seen: 412, link },
    });
    expect(await account.deliveries(all.channel.id)).toMatchObject({
      ...{ pending: 0, givenUp: 0 },
      last: { state: 'delivered', attempts: 1, reason: null, nextAtMs: null },
    });
    await sendAll(openOutbox(db, channels, clock.now));
    expect(channels.sent.filter(({ message }) => message.type === 'alert')).toHaveLength(2);
  });

  it('of the account is sent whatever the sites of a channel are', async () => {
    const account = await makeAccount(db);
    const { channel } = await account.addChannel({ siteIds: [account.site.id] });
    const quota = {
      kind: 'quota',
      subjectKind: 'account',
      subject: '80',
      title: '80 % of the month are used',
    } as const;
    await account.raise(quota, null);
    const channels = createFakeChannels();
    await sendAll(openOutbox(db, channels, account.clock.now));

    expect(channels.sent).toMatchObject([
      { message: { title: quota.title, data: { site: null }, link: { url: `${LINKS}/settings/account` } } },
    ]);
    expect(await account.deliveries(channel.id)).toMatchObject({ last: { state: 'delivered' } });
  });
});

describe('what fails', () => {
  it('is tried again with growing pauses for three days, then given up, and sent again on request', async () => {
    const account = await makeAccount(db);
    const { clock } = account;
    const { channel } = await account.addChannel();
    await account.raise();
    const dead = createFakeChannels(fails('500 Internal Server Error'));
    const outbox = openOutbox(db, dead, clock.now);
    const waited: number[] = [];
    for (let next: number | null = clock.now(); next !== null;) {
      waited.push((next - clock.now()) / 1_000);
      clock.advance(next - clock.now());
      await sendAll(outbox);
      const { last } = (await account.deliveries(channel.id)) ?? {};
      expect(last).toMatchObject({ reason: '500 Internal Server Error', attempts: waited.length });
      next = last?.nextAtMs ?? null;
    }
    expect(waited).toEqual([0, 5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400]);
    expect(new Set(dead.sent.map(({ message }) => message.id)).size).toBe(1);
    expect(await account.deliveries(channel.id)).toMatchObject({
      ...{ pending: 0, givenUp: 1 },
      last: { state: 'given-up', nextAtMs: null },
    });

    await retryChannel(byOperator(db, clock.now()), channel.id, SECRETS);
    const alive = createFakeChannels();
    await sendAll(openOutbox(db, alive, clock.now));
    expect(alive.sent.map(({ message }) => message.id)).toEqual([dead.sent[0]?.message.id]);
  });

  it('waits as long as the other side wants', async () => {
    const account = await makeAccount(db);
    const { channel } = await account.addChannel();
    await account.raise();
    const busy = createFakeChannels(() => ({ state: 'failed', reason: '429', retryAfterMs: 90_000 }));
    await sendAll(openOutbox(db, busy, account.clock.now));
    const { last } = (await account.deliveries(channel.id)) ?? {};
    expect(last?.nextAtMs).toBe(Date.parse(NOW) + 90_000);
  });

  it('switches the channel off where the receiver is gone', async () => {
    const account = await makeAccount(db);
    const { channel } = await account.addChannel();
    await account.raise();
    await account.raise();
    const gone = createFakeChannels(() => ({ state: 'gone', reason: '410 Gone' }));
    await sendAll(openOutbox(db, gone, account.clock.now));
    expect(gone.sent).toHaveLength(1);
    expect(await account.deliveries(channel.id)).toMatchObject({ pending: 0, givenUp: 2 });
    await account.raise();
    expect(await account.deliveries(channel.id)).toMatchObject({ pending: 0, givenUp: 2 });
  });

  it('is not sent to a channel that was deleted', async () => {
    const account = await makeAccount(db);
    const { channel } = await account.addChannel();
    await account.raise();
    await deleteChannel(byOperator(db, account.clock.now()), channel.id);
    const channels = createFakeChannels();
    await sendAll(openOutbox(db, channels, account.clock.now));
    expect(channels.sent).toEqual([]);
    expect(await isAnythingDue(db, account.clock.now())).toBe(false);
  });

  it('says that another key has encrypted the target', async () => {
    const account = await makeAccount(db);
    const { channel } = await account.addChannel();
    await account.raise();
    const channels = createFakeChannels();
    const secrets = createSecrets(Buffer.alloc(32, 8));
    await sendAll(createOutbox({ ...partsOf(db, channels, account.clock.now), secrets }));
    expect(channels.sent).toEqual([]);
    expect(await account.deliveries(channel.id)).toMatchObject({
      last: {
        state: 'failed',
        reason: 'it cannot be decrypted: it was encrypted with another key than that of SECRETS_KEY',
      },
    });
    account.clock.advance(5_000);
    await sendAll(openOutbox(db, channels, account.clock.now));
    expect(channels.sent).toHaveLength(1);
  });
});

it('a message that cannot be written keeps no other waiting', async () => {
  const [broken, whole] = [await makeAccount(db), await makeAccount(db)];
  const { channel } = await broken.addChannel();
  const { channel: other } = await whole.addChannel();
  const madeAtMs = broken.clock.now();
  const digestIssueId = await insertDigestIssue(db, broken.accountId, { madeAtMs, content: 'no JSON' });
  await insertDelivery(db, {
    ...{ accountId: broken.accountId, channelId: channel.id, type: 'digest', digestIssueId },
    ...{ madeAtMs, attempts: 0, nextAtMs: madeAtMs },
  });
  await whole.raise();
  await sendAll(openOutbox(db, createFakeChannels(), whole.clock.now));
  expect(await whole.deliveries(other.id)).toMatchObject({ last: { state: 'delivered' } });
  expect(await broken.deliveries(channel.id)).toMatchObject({
    last: { state: 'failed', attempts: 1, reason: INTERNAL_ERROR },
  });
});

describe('processes', () => {
  it('that send at the same time send each message once', async () => {
    const account = await makeAccount(db);
    for (let n = 0; n < 3; n++) await account.addChannel();
    for (let n = 0; n < 5; n++) await account.raise();
    const channels = createFakeChannels();
    const outboxes = [1, 2, 3].map(() => openOutbox(db, channels, account.clock.now));
    await Promise.all(outboxes.map(sendAll));
    await Promise.all(outboxes.map(sendAll));
    const ids = channels.sent.map(({ message }) => message.id);
    expect(ids).toHaveLength(15);
    expect(new Set(ids).size).toBe(15);
  });

  it('take over what one was sending that is gone, with the same id', async () => {
    const account = await makeAccount(db);
    const { clock } = account;
    await account.addChannel();
    await account.raise();
    const hanging = createFakeChannels(() => new Promise(() => undefined));
    await openOutbox(db, hanging, clock.now).fill();
    await expect.poll(() => hanging.sent.length).toBe(1);

    const channels = createFakeChannels();
    clock.advance(19_000);
    await sendAll(openOutbox(db, channels, clock.now));
    expect(channels.sent).toEqual([]);
    clock.advance(1_000);
    await sendAll(openOutbox(db, channels, clock.now));
    expect(channels.sent.map(({ message }) => message.id)).toEqual(
      hanging.sent.map(({ message }) => message.id),
    );
  });

  it('send to others while a receiver is slow, and what is raised meanwhile, too', async () => {
    const account = await makeAccount(db);
    const slow = await account.addChannel({ name: 'slow', target: 'https://slow.example/' });
    const quick = await account.addChannel({ name: 'quick' });
    await account.raise();
    let end: (outcome: Outcome) => void = () => undefined;
    const channels = createFakeChannels(({ receiver }) =>
      receiver.target.includes('slow')
        ? new Promise((resolve) => {
            end = resolve;
          })
        : { state: 'delivered' },
    );
    const outbox = openOutbox(db, channels, account.clock.now);
    await outbox.fill();
    await expect
      .poll(() => account.deliveries(quick.channel.id))
      .toMatchObject({ last: { state: 'delivered' } });
    await account.raise();
    await outbox.fill();
    await expect.poll(() => account.deliveries(quick.channel.id)).toMatchObject({ pending: 0 });
    expect(await account.deliveries(slow.channel.id)).toMatchObject({ pending: 2 });
    end({ state: 'delivered' });
    await expect.poll(() => channels.sent.length).toBe(4);
    end({ state: 'delivered' });
    await outbox.stop();
    expect(await account.deliveries(slow.channel.id)).toMatchObject({ pending: 0 });
  });

  it('keep slots for those that work while many receivers are dead', async () => {
    const accounts = await Promise.all(Array.from({ length: 3 }, () => makeAccount(db)));
    const [first] = accounts as [Awaited<ReturnType<typeof makeAccount>>];
    const { clock } = first;
    for (const { addChannel, raise } of accounts) {
      for (let n = 0; n < 15; n++) await addChannel({ target: 'https://dead.example/' });
      await raise();
    }
    const dead = createFakeChannels(fails('no answer within 10 seconds'));
    await sendAll(openOutbox(db, dead, clock.now));
    expect(dead.sent).toHaveLength(45);
    clock.advance(5_000);

    // they hang now: as many as may are under way, and the one that works is not kept waiting
    const { channel } = await first.addChannel();
    await first.raise();
    const channels = createFakeChannels(({ receiver }) =>
      receiver.target.includes('dead') ? new Promise(() => undefined) : { state: 'delivered' },
    );
    const outbox = openOutbox(db, channels, clock.now);
    await outbox.fill();
    await expect.poll(() => first.deliveries(channel.id)).toMatchObject({ last: { state: 'delivered' } });
    expect(channels.sent.filter(({ receiver }) => receiver.target.includes('dead')).length).toBe(20);
  });
});
