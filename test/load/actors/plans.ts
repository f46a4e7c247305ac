import type { Plan } from '../../../src/domain/plan.ts';
import { setPlan } from '../../../src/operations/owner/accounts.ts';
import { byOperator } from '../../../src/operations/owner/in-account.ts';
import type { Answer } from '../caller.ts';
import { codeOf } from '../journal.ts';
import type { Batch } from '../ledger.ts';
import { type DrivenSite, shown } from '../service.ts';
import { type World, makeDrivenSite } from '../world.ts';
import type { Actor } from './actor.ts';
import { restAsked } from './readers.ts';
import { postOf } from './recorder.ts';

/** What the plan decides, as the next request sees it: the code of an hourly timeseries, and the budget. */
const EXPECTED = {
  free: { hourly: 'PLAN_REQUIRED', budget: '"timeseries";q=60;w=60' },
  pro: { hourly: undefined, budget: '"timeseries";q=1000000;w=60' },
} as const;

/**
 * Changes the plan of an account to and fro. The next request to every process follows it, in what it refuses, in its
 * budget, and in the quota: a batch that Free has no room for is recorded on Pro.
 */
export async function createPlanChanges(
  world: World,
): Promise<{ readonly actor: Actor; readonly site: DrivenSite }> {
  const { db } = world.topology;
  const site = await makeDrivenSite(world.topology, world.days);
  let refused: Batch | undefined;

  const change = (plan: Plan) =>
    setPlan(byOperator(db, Date.now()), site.email, plan).then(
      () => true,
      () => false,
    );

  async function record(process: number, expected: string | undefined): Promise<boolean> {
    refused ??= site.ledger.next();
    const answer = await world.ask('plan', process, postOf(site, refused));
    if (answer === undefined) return false;
    if (codeOf(answer.body) !== expected) return wrong(world, 'the quota', answer);
    if (expected === undefined) {
      site.ledger.acknowledge(refused);
      refused = undefined;
    }
    return true;
  }

  async function look(plan: keyof typeof EXPECTED): Promise<boolean> {
    const { hourly, budget } = EXPECTED[plan];
    const asking = [0, 1].map((n) =>
      world.ask('plan', n, restAsked(site, 'timeseries', '&granularity=hour')),
    );
    const answers = (await Promise.all(asking)).filter((answer) => answer !== undefined);
    for (const answer of answers) {
      if (codeOf(answer.body) !== hourly || answer.headers['ratelimit-policy'] !== budget)
        wrong(world, `an hourly timeseries on ${plan}`, answer);
    }
    return answers.length === 2;
  }

  return {
    site,
    actor: {
      name: 'plan',
      async act(process) {
        if (!(await change('pro'))) return false;
        const onPro = (await look('pro')) && (await record(process, undefined));
        if (!(await change('free'))) return false;
        const onFree = (await look('free')) && (await record(process, 'LIMIT_EXCEEDED'));
        return onPro && onFree;
      },
    },
  };
}

function wrong(world: World, what: string, answer: Answer): false {
  world.journal.wrong(`${what}: ${shown(answer)} ${String(answer.headers['ratelimit-policy'])}`);
  return false;
}
