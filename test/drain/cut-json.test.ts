import { describe, expect, it } from 'vitest';
import { countStored } from '../queries/support.ts';
import { combinedLine, makeDrain, ndjson, rayRecord, startDrains, tally } from './support.ts';

const gateway = startDrains();
const RAYS = [1, 2, 3].map((n) => rayRecord(n));
const ARRAY = JSON.stringify(RAYS);
const RECORDS = JSON.stringify({ records: RAYS });
const firehose = { 'x-amz-firehose-request-id': 'a' };
const ENVELOPE = JSON.stringify({
  requestId: 'a',
  records: [1, 2].map((n) => ({ data: Buffer.from(combinedLine(n)).toString('base64') })),
});
const OTLP = JSON.stringify({
  resourceLogs: [
    { scopeLogs: [{ logRecords: [1, 2].map((n) => ({ body: { stringValue: combinedLine(n) } })) }] },
  ],
});
const PUSH = JSON.stringify({
  message: { data: Buffer.from(JSON.stringify(RAYS[0])).toString('base64'), messageId: '1' },
});

describe('JSON without its end', () => {
  it.each<[string, string, Readonly<Record<string, string>>?]>([
    ['an array, between records', ARRAY.slice(0, ARRAY.lastIndexOf(',{'))],
    ['an array, within a record', ARRAY.slice(0, -40)],
    ['an array, with a line feed', `${ARRAY.slice(0, -1)}\r\n`],
    ['an array over several lines', JSON.stringify(RAYS, null, 2).slice(0, -2)],
    ['an array of which only the beginning came', '[{'],
    ['an array under "records"', RECORDS.slice(0, -2)],
    ['an envelope of Firehose', ENVELOPE.slice(0, -2), firehose],
    ['an envelope of OpenTelemetry', OTLP.slice(0, OTLP.lastIndexOf(',{'))],
    ['an envelope of Pub/Sub', PUSH.slice(0, -20)],
  ])('is asked for again, and nothing of it is recorded: %s', async (_, body, headers) => {
    const drain = await makeDrain(gateway);
    const { status, text } = await drain.send(body, headers);

    expect(status).toBe(503);
    expect(text).toContain('The JSON of the batch ends too early. Send it again.');
    expect(await countStored(gateway.db, drain.site.id)).toMatchObject({ events: 0 });
  });

  it.each<[string, string, string]>([
    ['lines of JSON', `${ndjson(RAYS)}{"RayID":`, tally(3, 0, 1)],
    ['one line of JSON', '{"RayID":', tally(0, 0, 1)],
    ['objects one after the other', `${JSON.stringify(RAYS[0])}{"RayID":`, tally(1, 0, 1)],
    ['an array a line', `${JSON.stringify(RAYS.slice(0, 2))}\n[${JSON.stringify(RAYS[2])}`, tally(3)],
    ['an array with another behind it', `${ARRAY}[${JSON.stringify(rayRecord(4))},{"x`, tally(4, 0, 1)],
  ])('costs what is cut of it, and nothing else: %s', async (_, body, answer) => {
    const drain = await makeDrain(gateway);

    expect(await drain.send(body)).toMatchObject({ status: 200, text: answer });
  });
});

it.each([
  ['with a string that does not end', `[{"broken":"x},\n${ARRAY.slice(1)}`],
  ['with an object that does not end', `[{"broken":[1,\n${ARRAY.slice(1)}`],
])('an array that ends is recorded, whatever is broken in it: %s', async (_, body) => {
  const drain = await makeDrain(gateway);

  expect((await drain.send(body)).text).toBe(tally(3, 0, 1));
});
