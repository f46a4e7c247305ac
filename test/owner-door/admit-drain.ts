import { pino } from 'pino';
import { createAdmission } from '../../src/admission.ts';
import type { Database } from '../../src/database/database.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import { Refusal } from '../../src/domain/refusal.ts';
import type { Secrets } from '../../src/domain/secrets.ts';
import { createLimits } from '../../src/limits/limits.ts';
import { createSessionGuard } from '../../src/operations/owner/authenticate-owner.ts';
import { createShareGuard } from '../../src/operations/owner/authenticate-share.ts';
import { createPasswords } from '../../src/operations/owner/passwords.ts';
import { watchQueries } from '../support/asked-queries.ts';
import { createClock } from '../support/clock.ts';
import { NOW, OWNERS } from '../support/gateway.ts';

export type AdmissionOptions = {
  readonly secrets?: Secrets | undefined;
  /** By default that of the project. */
  readonly db?: Database;
};

/** What admits drains, by a database that tells what it is asked. */
export function startAdmission({ secrets, ...given }: AdmissionOptions = {}) {
  const { db, asked } = given.db ? { db: given.db, asked: [] } : watchQueries();
  const lines: string[] = [];
  const clock = createClock(NOW);
  const limits = createLimits(clock.now);
  const admission = createAdmission({
    ...{ db, secrets, limits, limiter: limits.limiter, plans: DEFAULT_PLANS, now: clock.now, ...OWNERS },
    passwords: createPasswords(),
    log: pino({}, { write: (line: string) => lines.push(line) }),
    sessionGuard: createSessionGuard(clock.now, limits),
    shareGuard: createShareGuard(clock.now, limits),
  });
  const arrive = (client?: string) =>
    admission.arrive(new Request('http://site-traffic.test/drain', { method: 'POST' }), 'request 1', {
      client: () => client,
      cut: () => undefined,
    });
  /** What the request is admitted as, or the code of the refusal and its sentence. */
  const admit = async (token: string, client?: string): Promise<unknown> => {
    try {
      const { ctx, site, settings } = await arrive(client).admitDrain(token);
      return { caller: ctx.caller, site, settings };
    } catch (error) {
      if (error instanceof Refusal) return `${error.code}: ${error.message}`;
      throw error;
    }
  };
  const lookUps = () => asked.filter(({ text }) => text.startsWith('select')).length;
  const logged = () => lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  return { admission, arrive, admit, lookUps, logged };
}
