import { beforeAll, describe, expect, it } from 'vitest';
import { useCommandLine } from '../cli/support.ts';
import { metricsUrl, valuesOf } from './support.ts';

const { ask, makeMigrated, serveWith } = useCommandLine();

beforeAll(async () => {
  await makeMigrated();
  await ask('account', 'create', '--email', 'owner@example.com', '--plan', 'pro');
});

describe('METRICS_PORT', () => {
  it('shows requests by route, code and plan, and nothing that a caller wrote', async () => {
    const { key } = (await ask('key', 'create', '--account', 'owner@example.com')) as { key: string };
    const server = await serveWith({ METRICS_PORT: '0' }, 'serve');
    const url = await metricsUrl(server);
    await fetch(`${server.url}/api/v1/sites`, { headers: { authorization: `Bearer ${key}` } });
    await fetch(`${server.url}/api/v1/sites/site_secret/stats`);
    await fetch(`${server.url}/secret/path`);

    const metrics = await (await fetch(url)).text();
    const counted = metrics.split('\n').filter((line) => line.startsWith('site_traffic_requests_total'));
    expect(counted.toSorted()).toEqual([
      'site_traffic_requests_total{route="/api/v1/sites",code="200",plan="pro"} 1',
      'site_traffic_requests_total{route="/api/v1/sites/{siteId}/stats",code="401",plan="none"} 1',
      'site_traffic_requests_total{route="unknown",code="404",plan="none"} 1',
    ]);
    expect(metrics).not.toContain('secret');
    expect((await fetch(new URL('/', url))).status).toBe(404);
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });

  it('joins the metrics of all workers, and loses no count when one is killed', async () => {
    const server = await serveWith({ METRICS_PORT: '0' }, 'serve', '--workers', '2');
    const url = await metricsUrl(server);
    const answered = async () => {
      const metrics = await (await fetch(url)).text();
      return valuesOf(metrics, 'site_traffic_requests_total{route="/health/live"').reduce(
        (sum, n) => sum + n,
        0,
      );
    };
    const workers = () =>
      [...server.stderr().matchAll(/"worker":(\d+),"msg":"worker serves"/g)].map(([, id]) => Number(id));
    await expect.poll(workers).toHaveLength(2);
    for (let request = 0; request < 10; request++)
      await fetch(`${server.url}/health/live`, { headers: { connection: 'close' } });
    expect(await answered()).toBe(10);

    process.kill(workers()[0] ?? 0, 'SIGKILL');
    await expect.poll(() => workers().length).toBe(3);
    expect(await answered()).toBe(10);

    const [, stalled = 0] = workers();
    process.kill(stalled, 'SIGSTOP');
    expect(await answered()).toBe(10);
    process.kill(stalled, 'SIGCONT');
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
  });
});
