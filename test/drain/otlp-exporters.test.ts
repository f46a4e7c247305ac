import { OTLPLogExporter as JsonExporter } from '@opentelemetry/exporter-logs-otlp-http';
import { OTLPLogExporter as ProtobufExporter } from '@opentelemetry/exporter-logs-otlp-proto';
import { BatchLogRecordProcessor, LoggerProvider } from '@opentelemetry/sdk-logs';
import { expect, it } from 'vitest';
import { serve } from '../faults/http.ts';
import { storedEvents } from '../collect/support.ts';
import { testDatabase } from '../support/gateway.ts';
import { combinedLine, makeDrain, startDrains } from './support.ts';

const db = testDatabase();
const gateway = startDrains({ db });

const AT = Date.parse('2026-03-15T10:00:00Z');

/** Requests as a program logs them: a line, an object, and attributes by the semantic conventions. */
const RECORDS = [
  { body: combinedLine(1) },
  { body: { message: combinedLine(2), level: 'info' } },
  {
    body: 'request served',
    attributes: {
      ...{ 'http.request.method': 'GET', 'url.path': '/page/3', 'http.response.status_code': 200 },
      ...{ 'user_agent.original': 'Mozilla/5.0; GPTBot/1.2', 'client.address': '192.0.2.7' },
    },
  },
  { body: 'the cache is warm' },
];

it.each([
  ['JSON', JsonExporter, {}],
  ['JSON, by a header', JsonExporter, 'header'],
  ['protobuf', ProtobufExporter, {}],
] as const)("takes what OpenTelemetry's exporter sends in %s", async (_, Exporter, by) => {
  const { token, site } = await makeDrain(gateway);
  const { url } = await serve(db);
  const exporter = new Exporter(
    by === 'header'
      ? { url: `${url}/drain/v1/logs`, headers: { authorization: `Bearer ${token}` } }
      : { url: `${url}/drain/${token}/v1/logs`, compression: 'gzip' as never },
  );
  const provider = new LoggerProvider({ processors: [new BatchLogRecordProcessor({ exporter })] });
  for (const record of RECORDS) provider.getLogger('test').emit({ timestamp: AT, ...record });
  await provider.forceFlush();
  await provider.shutdown();

  const events = (await storedEvents(db, site)) as readonly { pagePath: string; createdAtMs: number }[];
  expect(events.map(({ pagePath, createdAtMs }) => [pagePath, createdAtMs]).toSorted()).toEqual(
    [1, 2, 3].map((n) => [`/page/${n}`, AT]),
  );
});
