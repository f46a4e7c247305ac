import type { Host } from '../host.ts';
import { HOSTS } from '../hosts/all.ts';
import { measureDelay } from './delay.ts';
import { outage } from './outage.ts';
import { unreachable } from './unreachable.ts';

// what it started ends with it
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const [verb = '', ...names] = process.argv.slice(2);
const wanted = HOSTS.filter(({ name }) => names.length === 0 || names.some((part) => name.includes(part)));

switch (verb) {
  case 'outage':
    await inTurn(async (host) => {
      const { lost, doubled, kills, network } = await outage(host);
      return `${lost} lost, ${doubled} doubled; service killed ${kills} times; network ${network}`;
    });
    break;
  case 'delay':
    await inTurn(async (host) => {
      const { p50, p99, p50Ms, p99Ms, addedUs } = await measureDelay(host);
      const [half, most] = [p50, p99].map((ratio) => ratio.toFixed(2));
      const waiting = `p50 ${half} × (${p50Ms.toFixed(2)} ms), p99 ${most} × (${p99Ms.toFixed(2)} ms)`;
      return `${waiting}; an empty page at full speed ${addedUs.toFixed(0)} µs more`;
    });
    break;
  case 'unreachable':
    // an hour each
    await Promise.all(wanted.map((host) => show(host, describeUnreachable)));
    break;
  default:
    console.error(
      `Say outage, delay or unreachable, and name some of: ${HOSTS.map(({ name }) => name).join(', ')}`,
    );
    process.exitCode = 2;
}

async function inTurn(measure: (host: Host) => Promise<string>): Promise<void> {
  for (const host of wanted) await show(host, measure);
}

async function show(host: Host, measure: (host: Host) => Promise<string>): Promise<void> {
  const found = await measure(host).catch((error: unknown) => {
    process.exitCode = 1;
    return `failed: ${String(error)}`;
  });
  console.log(`${host.name}: ${found}`);
}

async function describeUnreachable(host: Host): Promise<string> {
  const { requests, memoryMb, p50Ms, p99Ms } = await unreachable(host);
  const [first, last] = [memoryMb[0], memoryMb.at(-1)];
  const took = `p50 ${p50Ms.toFixed(1)} ms, p99 ${p99Ms.toFixed(1)} ms`;
  return `${requests} answered, ${took}; ${first} MB at first, ${Math.max(...memoryMb)} at most, ${last} at last`;
}
