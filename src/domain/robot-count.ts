/** The requests of a robot that the catalogue does not have, on one day. */
export type RobotCount = {
  readonly dayMs: number;
  /** What it calls itself, or `OTHER_ROBOTS`. */
  readonly token: string;
  readonly visits: number;
  readonly firstMs: number;
  readonly lastMs: number;
};

/** Stands for all robots of a day beyond those that have counts of their own. No token has parentheses. */
export const OTHER_ROBOTS = '(others)';

/** By day and token. */
export type RobotCounts = Map<string, RobotCount>;

/** A hostile client could send another name each time. */
const MOST = 1_000;

/** Adds counts to those that are held. */
export function addRobots(robots: RobotCounts, more: Iterable<RobotCount>): void {
  for (const robot of more) addRobot(robots, robot);
}

function addRobot(robots: RobotCounts, robot: RobotCount): void {
  const key = `${robot.dayMs} ${robot.token}`;
  const known = robots.get(key);
  if (known !== undefined) {
    robots.set(key, {
      ...known,
      visits: known.visits + robot.visits,
      firstMs: Math.min(known.firstMs, robot.firstMs),
      lastMs: Math.max(known.lastMs, robot.lastMs),
    });
  } else if (robots.size < MOST || robot.token === OTHER_ROBOTS) robots.set(key, robot);
  else addRobot(robots, { ...robot, token: OTHER_ROBOTS });
}
