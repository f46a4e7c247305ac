import { join } from 'node:path';
import { collectKeyOf, collectRequest, emailOf } from './large-collector.ts';
import type { LargeData, LargeSite } from './large-data.ts';
import { type LargeLine, atLeast, atMost, lineOf } from './large-line.ts';
import { type LargeStage, medianMs, query, withoutUpkeep } from './large-stage.ts';
import { type LoadResult, applyLoad } from './load.ts';
import { asError } from './large-times.ts';
import { verifySite } from './large-verify.ts';
import { runProduct } from './programs.ts';
import { writeRequests } from './request.ts';
import { graphqlFirstEvent } from './requests.ts';
import type { BenchServer } from './servers.ts';

/** Five of the twelve million events of the largest site. */
const EXPIRED_DAYS = 152;
const KEPT_DAYS = 365 - EXPIRED_DAYS;

/** Deletes an account with many sites, and by retention while the site is recorded. Changes the database for good. */
export async function measureDeletion(
  stage: LargeStage,
  limitSeconds: number,
): Promise<readonly LargeLine[]> {
  return [await deleteAccount(stage, limitSeconds), ...(await expireWhileRecorded(stage, limitSeconds))];
}

async function deleteAccount({ databaseUrl, data }: LargeStage, limitSeconds: number): Promise<LargeLine> {
  const [first] = data.crowded;
  if (first === undefined) throw new Error('there is no account with many sites');
  const name = `account delete: ${data.crowded.length} sites`;
  return lineOf({ name, unit: 'events/s', goal: atLeast(20_000) }, () =>
    deletionOf(databaseUrl, data.crowded, () =>
      runLimited(databaseUrl, ['account', 'delete', emailOf(first)], limitSeconds),
    ),
  );
}

async function expireWhileRecorded(stage: LargeStage, limitSeconds: number): Promise<readonly LargeLine[]> {
  const { databaseUrl, data } = stage;
  const { largest } = data;
  const middle = middleOf(data);
  const file = await writeRecording(stage);
  return withoutUpkeep(stage, async ({ server, client }) => {
    const ofMiddle = await lineOf(expiryOf(middle), () => expire(databaseUrl, middle, limitSeconds));
    const firstEvent = graphqlFirstEvent(largest);
    const firstMs = await medianMs(client, firstEvent);
    const alone = await recordFor(server, file, ALONE_SECONDS);
    let isOver = false;
    const beside = recordFor(server, file, 2 * limitSeconds, () => isOver).catch(asError);
    const goal = atLeast(SAME_RATE * (ofMiddle.seen ?? 0));
    const ofLargest = await lineOf({ ...expiryOf(largest), goal }, () =>
      expire(databaseUrl, largest, limitSeconds),
    );
    isOver = true;
    const written = await beside;
    return [
      ofMiddle,
      ofLargest,
      await lineOf(
        { name: 'p99 of writers to that site meanwhile, against alone', unit: '×', goal: atMost(3) },
        () => Promise.resolve(compareWaits(written, alone)),
      ),
      await lineOf(
        { name: 'first event of that site afterwards', unit: 'ms', goal: atMost(5) },
        async () => ({
          seen: await medianMs(client, firstEvent),
          detail: `${firstMs.toFixed(1)} ms before`,
        }),
      ),
      await lineOf({ name: 'verify afterwards', unit: 'differences', goal: atMost(0) }, async () => {
        await verifySite(databaseUrl, middle, limitSeconds);
        return 0;
      }),
    ];
  });
}

function middleOf({ sites, largest, manyPaths }: LargeData): LargeSite {
  const others = sites.filter((site) => site !== largest && site !== manyPaths);
  return others.reduce((most, site) => (site.events > most.events ? site : most));
}

/** What a size may cost, less a third for noise. */
const SAME_RATE = 0.7;

function expiryOf({ events }: LargeSite) {
  return {
    name: `events expire: ${EXPIRED_DAYS} of 365 days of ${events.toLocaleString('en')} events`,
    unit: 'events/s',
  };
}

async function expire(databaseUrl: string, site: LargeSite, limitSeconds: number) {
  const retention = ['site', 'set-retention', site.siteId, String(KEPT_DAYS + 1)];
  await runProduct(retention, { DATABASE_URL: databaseUrl });
  return deletionOf(databaseUrl, [site], () => runLimited(databaseUrl, ['events', 'expire'], limitSeconds));
}

/** How many events a second the command deletes, even if it fails or is stopped. */
async function deletionOf(databaseUrl: string, sites: readonly LargeSite[], command: () => Promise<string>) {
  const before = await countOldEvents(databaseUrl, sites);
  const fromMs = performance.now();
  const ended = await command();
  const seconds = (performance.now() - fromMs) / 1_000;
  const deleted = before - (await countOldEvents(databaseUrl, sites));
  return {
    seen: deleted / seconds,
    detail: `${deleted.toLocaleString('en')} in ${seconds.toFixed(0)} s, ${ended}`,
  };
}

/** What writers record meanwhile does not count. */
async function countOldEvents(databaseUrl: string, sites: readonly LargeSite[]): Promise<number> {
  const [row] = await query<{ count: string }>(
    databaseUrl,
    `select count(*) from events where site_id = any($1) and created_at < date_trunc('day', now(), 'UTC')`,
    [sites.map(({ siteId }) => siteId)],
  );
  return Number(row?.count);
}

async function runLimited(
  databaseUrl: string,
  args: readonly string[],
  limitSeconds: number,
): Promise<string> {
  const ran = runProduct(args, { DATABASE_URL: databaseUrl }, limitSeconds * 1_000);
  return ran.then(
    () => 'done',
    (error: unknown) => `not done: ${asError(error).message.replace(/^.* ended/, 'ended')}`,
  );
}

const WRITERS = 4;
const EVENTS_AT_ONCE = 10;
const ALONE_SECONDS = 10;

/** Requests that record events of now to the largest site. */
async function writeRecording({ databaseUrl, data, folder }: LargeStage): Promise<string> {
  const key = await collectKeyOf(databaseUrl, data.largest);
  const file = join(folder, 'requests-recording');
  const event = { type: 'bot', page_path: '/now', bot_name: 'GPTBot', bot_company: 'OpenAI', country: 'DE' };
  writeRequests(file, [
    collectRequest(
      data.largest,
      key,
      Array.from({ length: EVENTS_AT_ONCE }, () => event),
    ),
  ]);
  return file;
}

function recordFor(
  { url }: BenchServer,
  file: string,
  seconds: number,
  isEnough?: () => boolean,
): Promise<LoadResult> {
  return applyLoad({ url, file, connections: WRITERS, seconds }, isEnough);
}

function compareWaits(written: LoadResult | Error, alone: LoadResult) {
  if (written instanceof Error) throw written;
  const ms = ({ p99Us }: LoadResult) => (p99Us / 1_000).toFixed(0);
  const detail = `${ms(written)} ms, ${ms(alone)} ms; at most ${(written.maxUs / 1_000).toFixed(0)} ms`;
  return { seen: written.p99Us / alone.p99Us, detail };
}
