import { describe, expect, it } from 'vitest';
import { wrappedLine } from '../../src/drain/wrapped-line.ts';
import { countStored } from '../queries/support.ts';
import { combinedLine, makeDrain, ndjson, rayRecord, startDrains, tally } from './support.ts';

const gateway = startDrains();

/** As Fluent Bit's http output writes records with `Format json`, and its tail input with Docker's parser. */
const fluentBit = (n: number) => ({ date: 1_773_568_800.1 + n, log: combinedLine(n) });
const kubernetes = (n: number) => ({
  ...{ date: 1_773_568_800.1, time: '2026-03-15T10:00:00.1Z', stream: 'stdout', log: `${combinedLine(n)}\n` },
  kubernetes: { pod_name: 'web-1', host: 'node-1' },
});
/** As Vector's file source makes them, and Filebeat. */
const vector = (n: number) => ({
  ...{ file: '/var/log/nginx/access.log', host: 'web1', message: combinedLine(n), source_type: 'file' },
  timestamp: '2026-03-15T10:00:00.123456789Z',
});
const filebeat = (n: number) => ({
  ...{ '@timestamp': '2026-03-15T10:00:00.123Z', agent: { type: 'filebeat' }, host: { name: 'web1' } },
  message: combinedLine(n),
});
/** As syslog-ng's format-json does, and journald. */
const syslogNg = (n: number) => ({ HOST: 'web1', PROGRAM: 'nginx', MESSAGE: combinedLine(n) });

describe('lines that a shipper wraps in objects', () => {
  it.each([
    ['Fluent Bit, an array', JSON.stringify([1, 2].map(fluentBit))],
    ['Fluent Bit in Kubernetes', ndjson([1, 2].map(kubernetes))],
    ['Vector, an array', JSON.stringify([1, 2].map(vector))],
    ['Vector, NDJSON', ndjson([1, 2].map(vector))],
    ['Filebeat', ndjson([1, 2].map(filebeat))],
    ['syslog-ng', ndjson([1, 2].map(syslogNg))],
    ['records of a CDN', ndjson([1, 2].map((n) => ({ log: JSON.stringify(rayRecord(n)) })))],
  ])('are read: %s', async (_, body) => {
    const drain = await makeDrain(gateway);

    expect(await drain.send(body)).toMatchObject({ status: 200, text: tally(2) });
    expect(await countStored(gateway.db, drain.site.id)).toMatchObject({ events: 2 });
  });

  it('are read among messages that are no requests, and among lines that are not wrapped', async () => {
    const drain = await makeDrain(gateway);
    const messages = [{ log: 'starting' }, { log: 7 }, { date: 1 }];
    const body = ndjson([...messages, fluentBit(1), vector(2)]) + `${combinedLine(3)}\n`;

    expect((await drain.send(body)).text).toBe(tally(3, 0, 3));
  });

  it('are read in the objects of a collector', async () => {
    const drain = await makeDrain(gateway);
    const pair = (key: string, stringValue: string) => ({ key, value: { stringValue } });
    const record = { body: { kvlistValue: { values: [pair('log', combinedLine(1)), pair('stream', 'a')] } } };
    await drain.send(JSON.stringify({ resourceLogs: [{ scopeLogs: [{ logRecords: [record] }] }] }));

    expect(await countStored(gateway.db, drain.site.id)).toMatchObject({ events: 1 });
  });

  it('are of one object: what is wrapped twice is left', () => {
    const once = JSON.stringify({ log: combinedLine(1) });

    expect(wrappedLine(JSON.stringify({ message: once }))).toBe(once);
    expect(['', '{', '[]', 'null', '"{"', '{"log":null}', combinedLine(1)].map(wrappedLine)).toEqual(
      Array<undefined>(7).fill(undefined),
    );
  });
});
