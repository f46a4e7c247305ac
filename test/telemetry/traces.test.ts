import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { beforeAll, describe, expect, it } from 'vitest';
import { useCommandLine } from '../cli/support.ts';

const { ask, makeMigrated, serveWith } = useCommandLine();

type Sent = {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[];
  }[];
};
type SentSpan = {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
};

const CALLER = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' };

let key = '';
beforeAll(async () => {
  await makeMigrated();
  await ask('account', 'create', '--email', 'owner@example.com', '--plan', 'pro');
  ({ key } = (await ask('key', 'create', '--account', 'owner@example.com')) as { key: string });
});

async function startCollector() {
  const spans: SentSpan[] = [];
  const server = createServer((request, response) => {
    void json(request).then((sent) => {
      for (const { scopeSpans } of (sent as Sent).resourceSpans)
        for (const scope of scopeSpans) spans.push(...scope.spans);
      response.end('{}');
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return { spans, url: `http://127.0.0.1:${port}`, server };
}

describe('OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  it('traces a request of a caller who traces, with its operation and named statements, by the end', async () => {
    const collector = await startCollector();
    const server = await serveWith({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }, 'serve');
    const headers = {
      authorization: `Bearer ${key}`,
      traceparent: `00-${CALLER.trace}-${CALLER.span}-01`,
    };
    const answer = await fetch(`${server.url}/api/v1/sites`, { headers });
    expect(answer.status).toBe(200);
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);

    const { spans } = collector;
    const request = spans.find(({ name }) => name === 'GET /api/v1/sites');
    expect(request).toMatchObject({ traceId: CALLER.trace, parentSpanId: CALLER.span });
    const operation = spans.find(({ name }) => name === 'sites');
    expect(operation).toMatchObject({ traceId: CALLER.trace, parentSpanId: request?.spanId });
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === operation?.spanId);
    expect(statements.length).toBeGreaterThan(0);
    expect(JSON.stringify(spans)).not.toContain(key);
    collector.server.close();
  });

  it('answers requests and stops while no collector answers', async () => {
    const server = await serveWith({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }, 'serve');
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });
});
