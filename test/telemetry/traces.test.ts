import { once } from 'node:events';
import { type AddressInfo, type Socket, createServer } from 'node:net';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { useCommandLine } from '../cli/support.ts';
import { startCollector } from './collector.ts';

const { ask, makeMigrated, serveWith } = useCommandLine();

const CALLER = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' };

let key = '';
beforeAll(async () => {
  await makeMigrated();
  await ask('account', 'create', '--email', 'owner@example.com', '--plan', 'pro');
  ({ key } = (await ask('key', 'create', '--account', 'owner@example.com')) as { key: string });
});

/** An address that accepts connections and never answers, until the test ends. */
async function startSilence(): Promise<string> {
  const open = new Set<Socket>();
  const server = createServer((socket) => void open.add(socket.on('error', () => undefined)));
  onTestFinished(() => {
    server.close();
    for (const socket of open) socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Serves with these variables, reads the sites with these headers, and stops. */
async function readTraced(env: NodeJS.ProcessEnv, headers: Readonly<Record<string, string>> = {}) {
  const server = await serveWith(env, 'serve');
  const answer = await fetch(`${server.url}/api/v1/sites`, {
    headers: { authorization: `Bearer ${key}`, ...headers },
  });
  expect(answer.status).toBe(200);
  server.kill('SIGTERM');
  expect(await server.ended).toBe(0);
}

describe('OTEL_EXPORTER_OTLP_ENDPOINT', () => {
  it('traces a request of a caller who traces, with its operation and named statements, by the end', async () => {
    const { spans, source, url } = await startCollector();
    const traceparent = `00-${CALLER.trace}-${CALLER.span}-01`;
    await readTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: url }, { traceparent });

    const request = spans.find(({ name }) => name === 'GET /api/v1/sites');
    expect(request).toMatchObject({ traceId: CALLER.trace, parentSpanId: CALLER.span });
    const operation = spans.find(({ name }) => name === 'sites');
    expect(operation).toMatchObject({ traceId: CALLER.trace, parentSpanId: request?.spanId });
    const statements = spans.filter(({ parentSpanId }) => parentSpanId === operation?.spanId);
    expect(statements.length).toBeGreaterThan(0);
    expect(JSON.stringify(spans)).not.toContain(key);
    // without a name in the settings
    expect(source).toMatchObject({ 'service.name': 'site-traffic' });
  });

  it('says where traces come from, to the address for traces with the headers that the collector wants', async () => {
    const { spans, source, headers, url } = await startCollector();
    await readTraced({
      // which is taken before the one for everything
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${url}/traces`,
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
      OTEL_EXPORTER_OTLP_HEADERS: 'api-key=for%20tests,x-tenant=seven',
      OTEL_SERVICE_NAME: 'stats',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=staging',
    });

    expect(spans.length).toBeGreaterThan(0);
    expect(source).toMatchObject({ 'service.name': 'stats', 'deployment.environment.name': 'staging' });
    expect(headers[0]).toMatchObject({ 'api-key': 'for tests', 'x-tenant': 'seven' });
  });

  it('traces as the sampler says: by share, and whatever the caller says unless it heeds them', async () => {
    const collector = await startCollector();
    const traceparent = `00-${CALLER.trace}-${CALLER.span}-01`;
    const sampled = async (sampler: string, share: string, headers = {}) => {
      collector.spans.length = 0;
      const env = { OTEL_TRACES_SAMPLER: sampler, OTEL_TRACES_SAMPLER_ARG: share };
      await readTraced({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...env }, headers);
      return collector.spans.length > 0;
    };

    expect(await sampled('parentbased_traceidratio', '0')).toBe(false);
    expect(await sampled('parentbased_traceidratio', '1')).toBe(true);
    expect(await sampled('parentbased_traceidratio', '0', { traceparent })).toBe(true);
    expect(await sampled('traceidratio', '0', { traceparent })).toBe(false);
  });

  it.each([
    ['refuses connections', () => Promise.resolve('http://127.0.0.1:1')],
    ['never answers', startSilence],
  ])('answers requests, and stops, while the collector %s', async (_, find) => {
    // far longer than a stop may take, after which the exit code would be another
    const patience = { OTEL_EXPORTER_OTLP_TIMEOUT: '120000' };
    const server = await serveWith({ OTEL_EXPORTER_OTLP_ENDPOINT: await find(), ...patience }, 'serve');
    expect((await fetch(`${server.url}/health/live`)).status).toBe(200);
    server.kill('SIGTERM');

    expect(await server.ended).toBe(0);
    expect(server.stderr()).toContain('"msg":"stopped"');
  });
});
