import { expect, it } from 'vitest';
import { startDelivering } from '../../src/operations/delivery/delivering.ts';
import { atEnd } from '../support/at-end.ts';
import { createFakeChannels } from '../support/channels.ts';
import { freshDatabase, openPool } from '../support/fresh-database.ts';
import { makeAccount, partsOf } from './delivery.ts';

it('one process sends what is raised, and another goes on when that one stops', async () => {
  const db = openPool(await freshDatabase(), 4);
  const account = await makeAccount(db);
  const { channel } = await account.addChannel();
  const processes = ['server 1', 'server 2'].map((holder) => {
    const channels = createFakeChannels();
    const parts = { ...partsOf(db, channels, account.clock.now), holder, everyMs: 5 };
    const delivering = startDelivering(parts);
    atEnd(() => delivering.stop());
    return { channels, delivering };
  });
  const sent = () => processes.flatMap(({ channels }) => channels.sent.map(({ message }) => message.id));
  for (let n = 1; n <= 3; n++) {
    await account.raise();
    await expect.poll(() => account.deliveries(channel.id)).toMatchObject({ pending: 0 });
    expect(new Set(sent()).size).toBe(n);
  }
  await processes[0]?.delivering.stop();
  const before = processes[0]?.channels.sent.length;
  await account.raise();
  await expect.poll(() => account.deliveries(channel.id)).toMatchObject({ pending: 0 });
  expect(processes[0]?.channels.sent).toHaveLength(before ?? 0);
  expect(sent()).toHaveLength(4);
  expect(new Set(sent()).size).toBe(4);
});
