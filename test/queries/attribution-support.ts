import { sql } from 'kysely';
import type { NewConversion, NewEvent, NewReferral } from '../../src/domain/event.ts';
import { DEFAULT_PLANS } from '../../src/domain/plan.ts';
import {
  type Attribution,
  type AttributionParts,
  createAttribution,
} from '../../src/operations/recording/attribution.ts';
import { createCommitter } from '../../src/operations/recording/committer.ts';
import { type Recorder, recordLog } from '../../src/operations/recording/record-events.ts';
import type { RequestOutcome } from '../../src/operations/recording/site-request.ts';
import type { Database } from '../../src/database/database.ts';
import type { RecordingSite } from '../../src/queries/sites.ts';
import { conversion, makeOwner, makeSite, referral } from '../support/makers.ts';

export const CLIENT = 'a client';

/** A visitor comes from a product: `HH:MM:SS.mmm` of the day, or another instant. */
export function lands(at: string, source = 'chatgpt', given: Partial<NewReferral> = {}): NewReferral {
  return referral(at, { source, client: CLIENT, ...given });
}

/** A visitor reaches a goal. */
export function buys(at: string, given: Partial<NewConversion> = {}): NewConversion {
  return conversion(at, { client: CLIENT, ...given });
}

export type Process = Recorder & {
  readonly attribution: Attribution;
  readonly record: (site: RecordingSite, events: readonly NewEvent[]) => Promise<number>;
  /** Records a request by the committer. */
  readonly collect: (site: RecordingSite, events: readonly NewEvent[]) => Promise<RequestOutcome>;
};

type ProcessParts = Pick<AttributionParts, 'db'> &
  Partial<Pick<AttributionParts, 'minutes' | 'by'>> & {
    readonly nowMs: number | (() => number);
    readonly plans?: Recorder['plans'];
  };

/** What a process records with. */
export function startProcess(parts: ProcessParts): Process {
  const { db, nowMs, minutes = 30, by = 'server', plans = DEFAULT_PLANS } = parts;
  const now = () => (typeof nowMs === 'number' ? nowMs : nowMs());
  const attribution = createAttribution({ db, minutes, now, by });
  const recorder = { db, slot: 0, now, plans, attribution };
  const committer = createCommitter(recorder);
  return {
    ...recorder,
    async record(site, events) {
      const upTo = (room: number) => ({ events: events.slice(0, room), step: undefined });
      return (await recordLog(recorder, site, { wanted: events.length, upTo })).events.length;
    },
    collect: (site, events) =>
      committer.record({
        ...{ site, plan: site.plan, nowMs: now(), events, passedOver: 0, idempotency: undefined },
      }),
  };
}

/** A site of an account of its own. */
export async function recordingSite(
  db: Database,
  plan: RecordingSite['plan'] = 'pro',
): Promise<RecordingSite> {
  const { accountId } = await makeOwner(db, plan);
  return { ...(await makeSite(db, accountId)), plan };
}

/** The products of a site's conversions, in the order in which they were recorded. */
export async function productsIn(
  db: Database,
  site: Pick<RecordingSite, 'id'>,
): Promise<readonly (string | null)[]> {
  const rows = await db
    .selectFrom('events')
    .select('sent_by')
    .where('site_id', '=', site.id)
    .where('type', '=', 'conversion')
    .orderBy('id')
    .execute();
  return rows.map(({ sent_by: product }) => product);
}

/** What a crash of the database does to unlogged tables. */
export async function loseUnlogged(db: Database): Promise<void> {
  await sql`truncate landings, visitor_secrets`.execute(db);
}

export async function countLandings(db: Database): Promise<number> {
  return (await db.selectFrom('landings').select('client').execute()).length;
}
