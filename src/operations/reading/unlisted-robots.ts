import { robotPages } from '../../catalogue/robot-pages.ts';
import type { RequestContext } from '../../context.ts';
import type { TimeRange } from '../../domain/date-range.ts';
import { type CountedRobot, listUnlistedRobots } from '../../queries/unlisted-robots.ts';
import { accessSite } from '../access.ts';
import { type RangeRequest, parseRange, requireSiteId, spend } from '../rules.ts';

/** A robot that the catalogue does not have, by what it calls itself. */
export type UnlistedRobot = CountedRobot & {
  /** A page about it; null if none is known. */
  readonly documentation: string | null;
};

export type UnlistedRobots = { readonly range: TimeRange; readonly robots: readonly UnlistedRobot[] };

/** The robots that nobody lists, over whole days. Draws on the budget "insight". */
export async function unlistedRobots(ctx: RequestContext, request: RangeRequest): Promise<UnlistedRobots> {
  await spend(ctx, 'insight');
  const siteId = requireSiteId(request.siteId);
  const range = parseRange(ctx, request);
  const site = await accessSite(ctx, siteId, 'read');
  const [robots, pageOf] = await Promise.all([listUnlistedRobots(ctx.db, site, range), robotPages()]);
  return { range, robots: robots.map((robot) => ({ ...robot, documentation: pageOf(robot.token) })) };
}
