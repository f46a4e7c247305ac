import { expect } from 'vitest';
import type { Serving } from '../cli/support.ts';

/** The address of the metrics, as the log of the server says it. */
export async function metricsUrl(server: Pick<Serving, 'stderr'>): Promise<string> {
  const find = () => /"url":"(http:[^"]*\/metrics)"/.exec(server.stderr())?.[1] ?? '';
  await expect.poll(find).not.toBe('');
  return find();
}

/** The values of the series whose text begins so. */
export function valuesOf(metrics: string, series: string): readonly number[] {
  const lines = metrics.split('\n').filter((line) => line.startsWith(series));
  return lines.map((line) => Number(line.slice(line.lastIndexOf(' '))));
}
