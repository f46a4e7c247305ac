import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { onTestFinished } from 'vitest';

/** In CI a test without Prometheus fails; elsewhere it is skipped. */
export const hasPrometheus =
  Boolean(process.env['CI']) ||
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'prometheus')));

export type Prometheus = {
  /** How many series a query finds now. Throws if Prometheus refuses the query. */
  count(query: string): Promise<number>;
};

/** Starts Prometheus until the test ends. It scrapes a target several times a second, as the job `site-traffic`. */
export async function startPrometheus(folder: string, target: string): Promise<Prometheus> {
  const config = join(folder, 'prometheus.yml');
  writeFileSync(
    config,
    `scrape_configs: [{ job_name: site-traffic, scrape_interval: 250ms, static_configs: [{ targets: ['${target}'] }] }]`,
  );
  const port = await findFreePort();
  const address = `127.0.0.1:${port}`;
  const args = [`--config.file=${config}`, `--storage.tsdb.path=${join(folder, 'tsdb')}`];
  const child = spawn('prometheus', [...args, `--web.listen-address=${address}`], { stdio: 'ignore' });
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    if (child.kill('SIGKILL')) await ended;
  });
  return {
    async count(query) {
      const url = `http://${address}/api/v1/query?query=${encodeURIComponent(query)}`;
      // it may not listen yet
      const response = await fetch(url).catch(() => undefined);
      if (response === undefined || response.status === 503) return 0;
      const { data, error } = (await response.json()) as Answer;
      if (data === undefined) throw new Error(`${query}: ${error}`);
      return data.result.length;
    },
  };
}

type Answer = { readonly data?: { readonly result: readonly unknown[] }; readonly error?: string };

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  return port;
}
