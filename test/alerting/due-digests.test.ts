import { beforeAll, expect, it } from 'vitest';
import type { Database } from '../../src/database/database.ts';
import { createDigestMaker } from '../../src/operations/delivery/due-digests.ts';
import { findDigest, saveDigest } from '../../src/queries/digests.ts';
import { createFakeChannels } from '../support/channels.ts';
import { freshDatabase, openPool } from '../support/fresh-database.ts';
import { botVisit, record } from '../support/makers.ts';
import { LINKS, makeAccount, openOutbox, partsOf } from './delivery.ts';

let db: Database;

beforeAll(async () => {
  db = openPool(await freshDatabase(), 4);
});

const MONDAY = Date.parse('2026-03-16T07:00:00Z');
const WEEKLY = { every: 'weekly', weekday: 1, hour: 7 } as const;

it('is made once when its time has come, and sent to each channel that wants it', async () => {
  const account = await makeAccount(db);
  const { clock, accountId, site } = account;
  await record(db, site, [botVisit('2026-03-10T12:00:00.000Z'), botVisit('2026-03-03T12:00:00.000Z')]);
  const { channel } = await account.addChannel({ digest: true });
  await account.addChannel({ kind: 'email', target: account.email, digest: true });
  await account.addChannel();
  await saveDigest(db, accountId, { ...WEEKLY, nextAtMs: MONDAY });
  const channels = createFakeChannels();
  const maker = () => createDigestMaker(partsOf(db, channels, clock.now));

  await maker().makeDue();
  expect(await account.deliveries(channel.id)).toBeUndefined();

  clock.set('2026-03-16T07:00:00Z');
  await Promise.all([maker().makeDue(), maker().makeDue()]);
  await maker().makeDue();
  const outbox = openOutbox(db, channels, clock.now);
  await outbox.fill();
  await expect.poll(() => outbox.isBusy()).toBe(false);
  expect(channels.sent).toHaveLength(2);
  const mail = channels.sent.find(({ receiver }) => receiver.kind === 'email');
  expect(mail?.message).toMatchObject({
    ...{ type: 'digest', title: expect.stringContaining('1 bot visit') },
    unsubscribe: expect.stringMatching(new RegExp(`^${LINKS}/mail/u_[\\w-]{43}$`)),
    html: expect.stringContaining('<!doctype html>'),
    data: { start: '2026-03-09', end: '2026-03-15' },
  });
  expect((await findDigest(db, accountId))?.nextAtMs).toBe(Date.parse('2026-03-23T07:00:00Z'));
});

it('that was missed for weeks is sent once, of the week for which it was planned', async () => {
  const account = await makeAccount(db);
  const { clock, accountId } = account;
  await account.addChannel({ target: 'https://missed.example/', digest: true });
  await saveDigest(db, accountId, { ...WEEKLY, nextAtMs: MONDAY });
  clock.set('2026-04-08T10:00:00Z');
  const channels = createFakeChannels();
  const maker = createDigestMaker(partsOf(db, channels, clock.now));
  await maker.makeDue();
  await maker.makeDue();
  const outbox = openOutbox(db, channels, clock.now);
  await outbox.fill();
  await expect.poll(() => outbox.isBusy()).toBe(false);
  const missed = channels.sent.filter(({ receiver }) => receiver.target.includes('missed'));
  expect(missed.map(({ message }) => message.data)).toMatchObject([{ start: '2026-03-09' }]);
  expect((await findDigest(db, accountId))?.nextAtMs).toBe(Date.parse('2026-04-13T07:00:00Z'));
});
