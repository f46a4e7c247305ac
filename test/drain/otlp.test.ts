import { gzipSync } from 'node:zlib';
import { PbfReader, PbfWriter } from 'pbf';
import { describe, expect, it } from 'vitest';
import { countStored } from '../queries/support.ts';
import { NOW } from '../support/gateway.ts';
import { combinedLine, combinedLines, deliver, makeDrain, rayRecord, startDrains } from './support.ts';

const gateway = startDrains();
const { db } = gateway;
const NOW_MS = Date.parse(NOW);
const packed = (text: Uint8Array) => new Uint8Array(gzipSync(text));

describe('OpenTelemetry', () => {
  const semantic = {
    'http.request.method': 'GET',
    'url.path': '/page/1',
    'url.query': 'a=b',
    'server.address': 'example.com',
    'user_agent.original': 'Mozilla/5.0; GPTBot/1.2',
    'client.address': '192.0.2.7',
    'http.response.status_code': 200,
  };
  type Given = { readonly body?: unknown; readonly attributes?: Readonly<Record<string, unknown>> };
  const GIVEN: readonly Given[] = [
    { body: combinedLine(1) },
    { body: 'request handled', attributes: semantic },
    { attributes: semantic },
    { body: rayRecord(1) },
    { body: 'a message of a program' },
  ];

  const jsonValue = (value: unknown): object =>
    typeof value === 'string'
      ? { stringValue: value }
      : typeof value === 'number'
        ? { intValue: String(value) }
        : { kvlistValue: { values: jsonPairs(value as Record<string, unknown>) } };
  const jsonPairs = (pairs: Readonly<Record<string, unknown>>) =>
    Object.entries(pairs).map(([key, value]) => ({ key, value: jsonValue(value) }));
  const inJson = (records: readonly Given[]) =>
    JSON.stringify({
      resourceLogs: [
        {
          resource: { attributes: [] },
          scopeLogs: [
            {
              scope: { name: 'test' },
              logRecords: records.map(({ body, attributes = {} }) => ({
                timeUnixNano: `${NOW_MS}000000`,
                ...(body !== undefined && { body: jsonValue(body) }),
                attributes: jsonPairs(attributes),
              })),
            },
          ],
        },
      ],
    });

  const writeValue = (value: unknown, to: PbfWriter): void => {
    if (typeof value === 'string') to.writeStringField(1, value);
    else if (typeof value === 'number') to.writeVarintField(3, value);
    else to.writeMessage(6, (pairs: object, list) => writePairs(1, pairs, list), value as object);
  };
  const writePairs = (field: number, pairs: object, to: PbfWriter): void => {
    for (const [key, value] of Object.entries(pairs))
      to.writeMessage(
        field,
        (_: null, pair) => {
          pair.writeStringField(1, key);
          pair.writeMessage(2, writeValue, value);
        },
        null,
      );
  };
  const inProtobuf = (records: readonly Given[]): Uint8Array<ArrayBuffer> => {
    const request = new PbfWriter();
    request.writeMessage(
      1,
      (_: null, resource) => {
        resource.writeMessage(1, () => undefined, null);
        resource.writeMessage(
          2,
          (_2: null, scope) => {
            scope.writeMessage(1, (_3: null, named) => named.writeStringField(1, 'test'), null);
            for (const { body, attributes = {} } of records)
              scope.writeMessage(
                2,
                (_4: null, record) => {
                  record.writeFixed64Field(1, NOW_MS * 1_000_000);
                  if (body !== undefined) record.writeMessage(5, writeValue, body);
                  writePairs(6, attributes, record);
                },
                null,
              );
            scope.writeStringField(3, 'https://example.com/schema');
          },
          null,
        );
      },
      null,
    );
    return Uint8Array.from(request.finish());
  };

  it('sends JSON, with lines or objects as bodies, or with attributes', async () => {
    const drain = await makeDrain(gateway);
    const headers = { 'content-type': 'application/json' };
    const sent = await drain.send(inJson(GIVEN), headers, `/drain/${drain.token}/v1/logs`);

    expect([sent.status, sent.headers.get('content-type'), JSON.parse(sent.text)]).toEqual([
      200,
      'application/json',
      {
        partialSuccess: {
          rejectedLogRecords: 1,
          errorMessage: 'These log records are no requests in a known format.',
        },
      },
    ]);
    expect(await countStored(db, drain.site.id)).toMatchObject({ events: 4 });
    expect((await drain.send(inJson(GIVEN.slice(0, 1)), headers)).text).toBe('{}');
  });

  it('brings the records beside one whose text is a list that is nested too deep to be written', async () => {
    const drain = await makeDrain(gateway);
    const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const body = inJson([{ body: combinedLine(1) }, { attributes: { other: 'DEEP' } }]).replace(
      '"DEEP"',
      deep,
    );

    const headers = { 'content-type': 'application/json' };
    expect((await drain.send(body, headers)).status).toBe(200);
    expect(await countStored(db, drain.site.id)).toMatchObject({ events: 1 });
  });

  it('is answered a refusal in its own type', async () => {
    const path = '/drain/wrong/v1/logs';
    const json = await deliver(gateway, path, {
      method: 'POST',
      body: inJson([]),
      headers: { 'content-type': 'application/json' },
    });

    expect([json.status, Object.keys(JSON.parse(json.text) as object)]).toEqual([401, ['message']]);
  });

  it('sends protobuf', async () => {
    const drain = await makeDrain(gateway);
    const headers = { 'content-type': 'application/x-protobuf', 'content-encoding': 'gzip' };
    const sent = await drain.send(packed(inProtobuf(GIVEN)), headers, `/drain/${drain.token}/v1/logs`);

    expect([sent.status, sent.headers.get('content-type')]).toEqual([200, 'application/x-protobuf']);
    const rejected = new PbfReader(Buffer.from(sent.text)).readFields(
      (field, result: { rejected: number }, pbf) => {
        if (field === 1)
          pbf.readMessage((inner) => {
            if (inner === 1) result.rejected = pbf.readVarint();
          }, null);
      },
      { rejected: 0 },
    );
    expect(rejected).toEqual({ rejected: 1 });
    expect(await countStored(db, drain.site.id)).toMatchObject({ events: 4 });
    const some = await drain.send(inProtobuf(GIVEN.slice(0, 1)), {
      'content-type': 'application/x-protobuf',
    });
    expect([some.status, some.text]).toEqual([200, '']);
  });

  it('is no reason to fail if it is no protobuf', async () => {
    const drain = await makeDrain(gateway);
    for (const body of [
      Uint8Array.from([0xff, 0xff]),
      Uint8Array.from({ length: 64 }, (_, n) => n * 37),
      combinedLines(2),
    ])
      expect((await drain.send(body, { 'content-type': 'application/x-protobuf' })).status).toBe(200);
  });
});
