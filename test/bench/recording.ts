import { makeSite } from './fresh-sites.ts';
import { startRecorders } from './recorders.ts';
import { type Versus, inTurn } from './versus.ts';

/** Events per second of all writers together: `ours` of inserting events, `theirs` of recording them. */
export type RecordingResult = Versus & { readonly writers: number };

const WRITERS = [1, 4];
const BATCH = 1_000;

/** Compares recording batches on one site, with all that is written for them, with inserting the same events alone. */
export async function measureRecording(
  databaseUrl: string,
  { rounds, seconds }: { readonly rounds: number; readonly seconds: number },
): Promise<readonly RecordingResult[]> {
  const { siteId } = await makeSite(databaseUrl);
  const results: RecordingResult[] = [];
  for (const writers of WRITERS) {
    const recorders = startRecorders(databaseUrl, writers);
    const run = (by: 'inserting' | 'recording') => () =>
      recorders.record(Array.from({ length: writers }, () => ({ siteId, batch: BATCH, seconds, by })));
    try {
      results.push({ writers, ...(await inTurn(rounds, run('inserting'), run('recording'))) });
    } finally {
      recorders.stop();
    }
  }
  return results;
}
