import { attribution } from './attribution.ts';
import { connections } from './connections.ts';
import { endurance } from './endurance.ts';
import { hostileDocuments } from './hostile-documents.ts';
import { killedWorkers } from './killed-workers.ts';
import type { Outage, OutageResult } from './outage.ts';
import { senders } from './senders.ts';
import { starvation } from './starvation.ts';
import { withServer } from './server.ts';
import { withheldBodies } from './withheld-bodies.ts';

const OUTAGES: Readonly<Record<string, Outage>> = {
  attribution,
  connections,
  endurance,
  'hostile-documents': hostileDocuments,
  'killed-workers': killedWorkers,
  senders,
  starvation,
  'withheld-bodies': withheldBodies,
};

const names = process.argv.slice(2);
const known = names.filter((name) => name in OUTAGES);
if (names.length === 0 || known.length < names.length) {
  console.error(`Name one or more of: ${Object.keys(OUTAGES).join(', ')}`);
  process.exit(2);
}
for (const name of known) {
  const outage = OUTAGES[name];
  if (outage) show(name, await withServer(outage, outage.run));
}

function show(name: string, { figures, broken }: OutageResult): void {
  const rows = figures.map((cells) => `| ${cells.join(' | ')} |`);
  const verdict = broken.length === 0 ? ['The promise held.'] : broken.map((what) => `- BROKEN: ${what}`);
  console.log([`## ${name}`, '', '| seen | |', '|---|---|', ...rows, '', ...verdict, ''].join('\n'));
  if (broken.length > 0) process.exitCode = 1;
}
