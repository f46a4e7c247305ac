import { readFileSync, readdirSync } from 'node:fs';

// The kernel counts in USER_HZ, which is 100 on every Linux that Node runs on.
const US_PER_TICK = 10_000;

/** CPU time in µs, user and system, of the process and its descendants, including those that have ended. */
export function cpuUs(pid: number): number {
  const parents = readProcesses();
  return [...descendants(pid, parents)].reduce((total, each) => total + (parents.get(each)?.cpuUs ?? 0), 0);
}

/** The CPU time in µs of this process alone, which is quick to read. */
export function ownCpuUs(pid: number): number {
  return readProcess(String(pid)).cpuUs;
}

/** CPU time in µs of all cores since the machine started: when they were busy, and in all. */
export function machineCpuUs(): { readonly busy: number; readonly all: number } {
  const [cores = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  // After the name: user, nice, system, idle, waiting for a disk, interrupts, soft interrupts, taken by other machines.
  const ticks = cores.split(/ +/).slice(1, 9).map(Number);
  const all = ticks.reduce((total, each) => total + each, 0);
  const idle = (ticks[3] ?? 0) + (ticks[4] ?? 0);
  return { busy: (all - idle) * US_PER_TICK, all: all * US_PER_TICK };
}

/** Memory of the process in MB: current and peak. */
export function memoryMb(pid: number): { readonly now: number; readonly highest: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const read = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
  return { now: read('VmRSS'), highest: read('VmHWM') };
}

type Process = { readonly parent: number; readonly cpuUs: number };

function readProcesses(): ReadonlyMap<number, Process> {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return new Map(pids.map((pid) => [Number(pid), readProcess(pid)]));
}

/** A process that has ended counts as zero, because its parent includes its time. */
function readProcess(pid: string): Process {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The process name, in parentheses, may contain blanks. Field 3 comes after it.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const ticks = fields.slice(11, 15).reduce((total, field) => total + Number(field), 0);
    return { parent: Number(fields[1]), cpuUs: ticks * US_PER_TICK };
  } catch {
    return { parent: 0, cpuUs: 0 };
  }
}

function descendants(pid: number, processes: ReadonlyMap<number, Process>): ReadonlySet<number> {
  const found = new Set([pid]);
  // Iterating over a set includes the members that are added meanwhile.
  for (const ancestor of found) {
    for (const [child, { parent }] of processes) if (parent === ancestor) found.add(child);
  }
  return found;
}
