import type { RequestContext } from '../../context.ts';
import { ALL_TIME, datesOf } from '../../domain/date-range.ts';
import { nearestName } from '../../domain/nearest-name.ts';
import { quote } from '../../domain/refusal.ts';
import { type RawParameter, single } from '../../operations/rules.ts';
import { stats } from '../../operations/reading/stats.ts';

/** Of all time. */
const { start: FIRST_DAY } = datesOf(ALL_TIME);

type AskedBot = { readonly siteId: string; readonly bot?: RawParameter };

/**
 * The remark that no bot with the name of a filter ever came, and which one may be meant. Undefined for a bot of the
 * catalogue, which may yet come.
 */
export async function unknownBot(
  ctx: RequestContext,
  { siteId, bot }: AskedBot,
): Promise<string | undefined> {
  const name = single('bot', bot);
  if (name === undefined || ctx.catalogue.known.has(name)) return undefined;
  const came = await botsOfAllTime(ctx, siteId);
  return came.includes(name) ? undefined : neverCame(name, [...came, ...ctx.catalogue.known.keys()]);
}

/** The names of the bots that ever came to a site. */
export async function botsOfAllTime(ctx: RequestContext, siteId: string): Promise<readonly string[]> {
  const { bots } = await stats(ctx, { siteId, start: FIRST_DAY });
  return bots().map(({ name }) => name);
}

/** The remark that no bot of a name ever came, and which of these may be meant. */
export function neverCame(name: string, names: readonly string[]): string {
  const meant = nearestName(name, names);
  const advice =
    meant === undefined ? '"stats" shows the names of those that came' : `did you mean ${meant}?`;
  return `no bot named ${quote(name)} ever came; ${advice}`;
}
