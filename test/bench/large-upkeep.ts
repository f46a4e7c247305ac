import { type LargeLine, atMost, lineOf } from './large-line.ts';
import { type LargeStage, type Servable, untilUpkept, withServer } from './large-stage.ts';
import { cpuUs } from './processes.ts';
import { inTurn } from './versus.ts';

const STARTS = 5;
const READY = { path: '/health/ready' };

/** What a server costs whose upkeep has nothing to do, against one of an empty database. */
export async function measureIdleUpkeep(
  stage: LargeStage,
  empty: Servable,
  {
    limitSeconds,
    firstUpkeepSeconds,
  }: { readonly limitSeconds: number; readonly firstUpkeepSeconds: number },
): Promise<readonly LargeLine[]> {
  const { postgresPid, data } = stage;
  await untilUpkept(stage, firstUpkeepSeconds, () => undefined);
  const cpuOf = async (database: Servable) => {
    const fromUs = cpuUs(postgresPid);
    const seen = await untilUpkept(
      database,
      limitSeconds,
      ({ pid }) => cpuUs(pid) + cpuUs(postgresPid) - fromUs,
    );
    if (seen === undefined) throw new Error(`not done without a failure after ${limitSeconds} s`);
    return seen / 1e6;
  };
  const readyMs = async (database: Servable) => {
    const fromMs = performance.now();
    return withServer(database, () => Promise.resolve(performance.now() - fromMs), READY);
  };
  const sites = `${data.sites.length.toLocaleString('en')} sites`;
  return [
    await lineOf(
      { name: `upkeep with nothing due, ${sites}, beyond no sites`, unit: 's of CPU', goal: atMost(1) },
      async () => {
        const ofEmpty = await cpuOf(empty);
        return (await cpuOf(stage)) - ofEmpty;
      },
    ),
    await lineOf(
      { name: `from start to ready, ${sites}, against no sites`, unit: '×', goal: atMost(1.1) },
      async () => {
        const { ours, theirs } = await inTurn(
          STARTS,
          () => readyMs(stage),
          () => readyMs(empty),
        );
        return { seen: ours / theirs, detail: `${ours.toFixed(0)} ms, ${theirs.toFixed(0)} ms` };
      },
    ),
  ];
}
