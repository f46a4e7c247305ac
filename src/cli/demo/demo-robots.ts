import { type RobotCounts, addRobots } from '../../domain/robot-count.ts';
import { DAY_MS, startOfDay } from '../../domain/time.ts';

/** Robots that are in no list of AI bots, with the days for which they have come when the demo is created. */
const ROBOTS: readonly (readonly [token: string, visitsPerDay: number, days: number])[] = [
  ['Googlebot', 38, 90],
  ['bingbot', 21, 90],
  ['AhrefsBot', 12, 90],
  ['SemrushBot', 9, 90],
  ['UptimeRobot', 8, 60],
  ['DotBot', 4, 90],
  ['curl', 1.5, 90],
  ['ShopAssistBot', 3, 5],
];

type Span = { readonly bornMs: number; readonly afterMs: number; readonly untilMs: number };

/** The requests of other robots after one instant up to another. */
export function demoRobots({ bornMs, afterMs, untilMs }: Span): RobotCounts {
  const robots: RobotCounts = new Map();
  for (const [token, visitsPerDay, days] of ROBOTS) {
    const countBy = (ms: number) => Math.floor((visitsPerDay * ms) / DAY_MS);
    let fromMs = Math.max(afterMs + 1, startOfDay(bornMs) - days * DAY_MS);
    while (fromMs <= untilMs) {
      const dayMs = startOfDay(fromMs);
      const endMs = Math.min(dayMs + DAY_MS, untilMs + 1);
      const visits = countBy(endMs) - countBy(fromMs);
      if (visits > 0) addRobots(robots, [{ dayMs, token, visits, firstMs: fromMs, lastMs: endMs - 1 }]);
      fromMs = endMs;
    }
  }
  return robots;
}
