import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import { useCommandLine } from '../cli/support.ts';
import { metricsUrl } from '../telemetry/support.ts';
import { hasPrometheus, startPrometheus } from './prometheus.ts';

const { ask, folder, makeMigrated, serveWith } = useCommandLine();
const OWNER = ['--account', 'owner@example.com'];

type Panel = { readonly title: string; readonly targets?: readonly { readonly expr: string }[] };

/** The queries as Grafana sends them. One that leaves out what is 0 keeps it here, where no log is followed. */
const QUERIES = (
  JSON.parse(readFileSync('deploy/grafana/site-traffic.json', 'utf8')) as { panels: readonly Panel[] }
).panels
  .flatMap(({ targets = [] }) => targets)
  .map(({ expr }) => expr.replaceAll('$__rate_interval', '1m').replace(' > 0)', ' >= 0)'));

beforeAll(async () => {
  if (!hasPrometheus) return;
  await makeMigrated();
  await ask('account', 'create', '--email', 'owner@example.com');
});

describe.runIf(hasPrometheus)('the dashboard for Grafana', () => {
  it('asks for nothing but what the server shows to Prometheus', async () => {
    const { id } = (await ask('site', 'create', ...OWNER, '--domain', 'example.com')) as { id: string };
    const server = await serveWith({ METRICS_PORT: '0', FREE_REQUESTS_PER_MINUTE: '1' }, 'serve');
    const url = new URL(await metricsUrl(server));
    const { key } = (await ask('key', 'create', ...OWNER)) as { key: string };
    const collect = (await ask('key', 'create', ...OWNER, '--scope', 'collect', '--site', id)) as {
      key: string;
    };
    const read = () => fetch(`${server.url}/api/v1/sites`, { headers: { authorization: `Bearer ${key}` } });
    const recorded = await fetch(`${server.url}/collect/sites/${id}/events`, {
      method: 'POST',
      headers: { authorization: `Bearer ${collect.key}` },
      body: JSON.stringify({ type: 'bot', page_path: '/', user_agent: 'GPTBot/1.1' }),
    });
    expect([recorded.status, (await read()).status, (await read()).status]).toEqual([200, 200, 429]);

    const prometheus = await startPrometheus(folder, url.host);

    expect(QUERIES.length).toBeGreaterThan(10);
    for (const query of QUERIES)
      await expect.poll(() => prometheus.count(query), { message: query }).toBeGreaterThan(0);
    await expect(prometheus.count('sum(')).rejects.toThrow('sum(: ');

    const input = await (await fetch(url)).text();
    const checked = spawnSync('promtool', ['check', 'metrics'], { input, encoding: 'utf8' });
    expect(checked).toMatchObject({ status: 0, stderr: '' });
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });
});
