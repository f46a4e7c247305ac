import type { LargeSite } from './large-data.ts';
import { type LargeLine, atMost, lineOf } from './large-line.ts';
import { type LargeStage, query } from './large-stage.ts';
import { type Ran, runProduct } from './programs.ts';

const PER_EVENTS = 10_000_000;

/** How long `verify` takes for ten million events, and what it writes to temporary files. */
export async function measureVerify(
  { databaseUrl, data }: LargeStage,
  limitSeconds: number,
): Promise<LargeLine> {
  const { largest } = data;
  const line = { name: 'verify of 10,000,000 events', unit: 's', goal: atMost(60) };
  return lineOf(line, async () => {
    const before = await temporaryMb(databaseUrl);
    const { tookMs, highestMb } = await verifySite(databaseUrl, largest, limitSeconds);
    const written = (await temporaryMb(databaseUrl)) - before;
    return {
      seen: ((tookMs / 1_000) * PER_EVENTS) / largest.events,
      detail: `of ${largest.events.toLocaleString('en')}; ${highestMb.toFixed(0)} MB of memory, ${written.toFixed(0)} MB of temporary files`,
    };
  });
}

/** Rejects if there is a difference. */
export function verifySite(databaseUrl: string, { siteId }: LargeSite, limitSeconds: number): Promise<Ran> {
  return runProduct(['verify', '--site', siteId], { DATABASE_URL: databaseUrl }, limitSeconds * 1_000);
}

async function temporaryMb(databaseUrl: string): Promise<number> {
  const [row] = await query<{ bytes: string }>(
    databaseUrl,
    'select temp_bytes as bytes from pg_stat_database where datname = current_database()',
  );
  return Number(row?.bytes) / 2 ** 20;
}
