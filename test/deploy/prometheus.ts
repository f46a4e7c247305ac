import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { untilMatch } from '../cli/support.ts';

export type Prometheus = {
  /** How many series a query finds now. Throws if Prometheus refuses the query. */
  count(query: string): Promise<number>;
};

/** Starts Prometheus until the test ends. It scrapes each target several times a second, as a job of its own. */
export async function startPrometheus(
  folder: string,
  targets: Readonly<Record<string, string>>,
): Promise<Prometheus> {
  const config = join(folder, 'prometheus.yml');
  const jobs = Object.entries(targets).map(([name, target]) => ({
    job_name: name,
    scrape_interval: '250ms',
    static_configs: [{ targets: [target] }],
  }));
  // JSON is YAML
  writeFileSync(config, JSON.stringify({ scrape_configs: jobs }));
  const args = [`--config.file=${config}`, `--storage.tsdb.path=${join(folder, 'tsdb')}`];
  const child = spawn('prometheus', [...args, '--web.listen-address=127.0.0.1:0', '--log.level=info']);
  onTestFinished(async () => {
    const ended = once(child, 'exit');
    if (child.kill('SIGKILL')) await ended;
  });
  await once(child, 'spawn'); // rejects where it is not installed
  const [, address = ''] = await untilMatch(child.stderr, /"Listening on" address="?([\d.]+:\d+)/);
  child.stderr.resume();
  return {
    async count(query) {
      const response = await fetch(`http://${address}/api/v1/query?query=${encodeURIComponent(query)}`);
      // it may not be ready yet
      if (response.status === 503) return 0;
      const { data, error } = (await response.json()) as Answer;
      if (data === undefined) throw new Error(`${query}: ${error}`);
      return data.result.length;
    },
  };
}

type Answer = { readonly data?: { readonly result: readonly unknown[] }; readonly error?: string };
