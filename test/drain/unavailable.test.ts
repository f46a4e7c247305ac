import { afterAll, describe, expect, inject, it, vi } from 'vitest';
import { openDatabase } from '../../src/database/database.ts';
import { startProxy } from '../faults/proxy.ts';
import { countStored } from '../queries/support.ts';
import { PATIENTLY } from '../support/patience.ts';
import { combinedLines, deliver, makeDrain, startDrains, tally } from './support.ts';

describe('while the database is away', () => {
  it('a batch is asked for again, and then recorded once', async () => {
    const direct = startDrains();
    const drain = await makeDrain(direct);
    const proxy = await startProxy(inject('database'));
    const db = openDatabase({ connection: proxy.connection, poolSize: 2, statementTimeoutMs: 30_000 });
    afterAll(() => db.destroy());
    const gateway = startDrains({ db });
    const send = () => deliver(gateway, `/drain/${drain.token}`, { method: 'POST', body: combinedLines(3) });
    await proxy.down();
    const refused = await send();

    expect([refused.status, refused.headers.get('retry-after'), JSON.parse(refused.text)]).toEqual([
      ...[503, '1', { code: 'OVERLOADED', error: 'The batch could not be recorded. Send it again.' }],
    ]);
    await proxy.up();
    await vi.waitFor(async () => {
      expect((await send()).status).toBe(200);
    }, PATIENTLY);
    expect((await drain.send(combinedLines(3))).text).toBe(tally(0, 3));
    expect(await countStored(direct.db, drain.site.id)).toMatchObject({ events: 3 });
  });
});

describe('while bodies under way hold all the room of an account', () => {
  it('its next batch is asked for again, and another account is not kept out', async () => {
    const gateway = startDrains();
    const [slow, other] = [await makeDrain(gateway), await makeDrain(gateway)];
    const underWay = Array.from({ length: BODIES_OF_AN_ACCOUNT }, () => heldBody(combinedLines(3)));
    const answers = underWay.map(({ body }) => slow.send(body));
    await Promise.all(underWay.map(({ isRead }) => isRead));
    const refused = await slow.send(combinedLines(1));

    expect([refused.status, refused.headers.get('retry-after'), JSON.parse(refused.text)]).toEqual([
      ...[
        503,
        '1',
        {
          code: 'OVERLOADED',
          error: 'The service is overloaded. Retry after the time in the Retry-After header.',
        },
      ],
    ]);
    expect(await other.send(combinedLines(2))).toMatchObject({ status: 200, text: tally(2) });

    for (const { end } of underWay) end();
    expect((await Promise.all(answers)).map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect((await slow.send(combinedLines(1))).text).toBe(tally(1));
    expect(await countStored(gateway.db, slow.site.id)).toMatchObject({ events: 4 });
  });
});

/** A quarter of all that are held at a time. */
const BODIES_OF_AN_ACCOUNT = 16;

/** A body of which a part has arrived once it is read, and the end comes later. */
function heldBody(text: string) {
  let end: () => void = () => undefined;
  let begun: () => void = () => undefined;
  const isRead = new Promise<void>((resolve) => (begun = resolve));
  const isEnded = new Promise<void>((resolve) => (end = resolve));
  const chunks = [Buffer.from(text)];
  const body = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const chunk = chunks.shift();
        if (chunk !== undefined) {
          controller.enqueue(chunk);
          begun();
          return;
        }
        await isEnded;
        controller.close();
      },
    },
    { highWaterMark: 0 },
  );
  return { body, isRead, end };
}
