import { type RobotCounts, addRobots } from '../domain/robot-count.ts';
import { startOfDay } from '../domain/time.ts';
import type { LogRecord } from './log-record.ts';
import type { PassedOver } from './passed-over.ts';

/** Counts a request if it was passed over as that of a robot that the catalogue does not have. */
export function countRobot(robots: RobotCounts, { robot }: PassedOver, { timeMs }: LogRecord): void {
  if (robot === undefined) return;
  const count = { token: robot, visits: 1, firstMs: timeMs, lastMs: timeMs };
  addRobots(robots, [{ dayMs: startOfDay(timeMs), ...count }]);
}
