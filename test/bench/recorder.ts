// A recorder for the measurements of recording. It is a separate process, because real recorders share no event loop.
import pg from 'pg';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import type { NewEvent } from '../../src/domain/event.ts';
import { requireRecordingSite } from '../../src/operations/require-site.ts';
import { recordEvents } from '../../src/operations/recording/record-events.ts';
import { openDatabase } from '../../src/database/database.ts';
import { insertEvents } from './plain-insert.ts';
import type { Recorded, RecordingTask } from './recorders.ts';
import { stretchOfEvents } from './stretch.ts';

const [databaseUrl = '', slot] = process.argv.slice(2);
const db = openDatabase({ connection: { url: databaseUrl }, poolSize: 1, statementTimeoutMs: 30_000 });
const plain = new pg.Client({ connectionString: databaseUrl });
// on Ctrl-C the server ends before this process does
plain.on('error', () => undefined);
await plain.connect();
// no event may be refused
const plans = { ...DEFAULT_PLANS, pro: { ...DEFAULT_PLANS.pro, eventsPerMonth: Infinity } };
const recorder = { db, slot: Number(slot), now: Date.now, plans };
let position = 0;

process.on('message', (task: RecordingTask) => {
  // a failure ends the process and therefore the bench
  void record(task).then((recorded) => process.send?.(recorded));
});
process.once('disconnect', () => void Promise.all([db.destroy(), plain.end()]));

async function record({ siteId, batch, seconds, by }: RecordingTask): Promise<Recorded> {
  const site = await requireRecordingSite(db, siteId);
  const store = (events: readonly NewEvent[]) =>
    by === 'inserting' ? insertEvents(plain, siteId, events) : recordEvents(recorder, site, events);
  const fromMs = performance.now();
  let events = 0;
  let tookMs = 0;
  while (tookMs < seconds * 1000) {
    events += await store(stretchOfEvents(position, batch));
    position += batch;
    tookMs = performance.now() - fromMs;
  }
  return { events, tookMs };
}
