import { readFileSync } from 'node:fs';

/** What a process takes, in MB. */
export type Memory = {
  /** Of the machine. */
  readonly resident: number;
  /** On the heap of V8, with what could be collected. */
  readonly heap: number;
};

const MB = 1_000_000;

/** The resident memory of a process, in MB. On Linux only. */
export function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return (Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1_024) / MB;
}

/** What the only worker takes; its primary process shows its metrics. */
export async function memoryOf(pid: number, metricsPort: string): Promise<Memory> {
  const metrics = await (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text();
  const [, heap = '0'] = /^nodejs_heap_size_used_bytes (\S+)$/m.exec(metrics) ?? [];
  return { resident: residentMb(pid), heap: Number(heap) / MB };
}

/** The middle of some numbers. */
export function medianOf(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;
}
