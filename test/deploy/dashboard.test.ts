import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Serving, useCommandLine } from '../cli/support.ts';
import { crawlLine } from '../logs/memory-book.ts';
import { withPrometheus } from '../support/programs.ts';
import { metricsUrl } from '../telemetry/support.ts';
import { startPrometheus } from './prometheus.ts';

const { ask, begin, folder, makeMigrated, run, serveWith } = useCommandLine();
const OWNER = ['--account', 'owner@example.com'];

type Panel = { readonly title: string; readonly targets?: readonly { readonly expr: string }[] };

/** The queries as Grafana sends them. */
const QUERIES = (
  JSON.parse(readFileSync('deploy/grafana/site-traffic.json', 'utf8')) as { panels: readonly Panel[] }
).panels
  .flatMap(({ targets = [] }) => targets)
  .map(({ expr }) => expr.replaceAll('$__rate_interval', '1m'));

beforeAll(async () => {
  if (!withPrometheus) return;
  await makeMigrated();
  await ask('account', 'create', '--email', 'owner@example.com', '--plan', 'free');
});

/** Records an event, reads, and reads beyond the limit. */
async function useServer({ url }: Serving, siteId: string): Promise<void> {
  const { key } = (await ask('key', 'create', ...OWNER)) as { key: string };
  const collecting = await ask('key', 'create', ...OWNER, '--scope', 'collect', '--site', siteId);
  const read = () => fetch(`${url}/api/v1/sites`, { headers: { authorization: `Bearer ${key}` } });
  const recorded = await fetch(`${url}/collect/sites/${siteId}/events`, {
    method: 'POST',
    headers: { authorization: `Bearer ${(collecting as { key: string }).key}` },
    body: JSON.stringify({ type: 'bot', page_path: '/', user_agent: 'GPTBot/1.1' }),
  });
  expect([recorded.status, (await read()).status, (await read()).status]).toEqual([200, 200, 429]);
}

/** Follows a log until the test ends. */
function followLog(siteId: string): void {
  const log = join(folder, 'access.log');
  writeFileSync(log, crawlLine(0));
  const follower = begin({}, 'logs', 'follow', '--site', siteId, log);
  onTestFinished(async () => {
    const ended = once(follower, 'exit');
    follower.kill('SIGTERM');
    await ended;
  });
}

/** The host of what serves the metrics that `verify` wrote, as the node exporter does. */
async function showVerified(): Promise<string> {
  const file = join(folder, 'site-traffic.prom');
  expect(await run('verify', '--metrics', file)).toMatchObject({ exitCode: 0 });
  const server = createServer((_, response) => {
    response.setHeader('Content-Type', 'text/plain; version=0.0.4').end(readFileSync(file));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe.runIf(withPrometheus)('the dashboard for Grafana', () => {
  it('asks for nothing but what the server and verify show to Prometheus', async () => {
    const { id } = (await ask('site', 'create', ...OWNER, '--domain', 'example.com')) as { id: string };
    const server = await serveWith({ METRICS_PORT: '0', FREE_REQUESTS_PER_MINUTE: '1' }, 'serve');
    const url = await metricsUrl(server);
    await useServer(server, id);
    followLog(id);

    const targets = { 'site-traffic': new URL(url).host, node: await showVerified() };
    const prometheus = await startPrometheus(folder, targets);

    expect(QUERIES.length).toBeGreaterThan(10);
    for (const query of QUERIES)
      await expect.poll(() => prometheus.count(query), { message: query }).toBeGreaterThan(0);
    await expect(prometheus.count('sum(')).rejects.toThrow('sum(: ');

    for (const shown of Object.values(targets)) {
      const input = await (await fetch(`http://${shown}/metrics`)).text();
      const checked = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
      expect(checked).toMatchObject({ status: 0, stderr: '' });
    }
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });
});
