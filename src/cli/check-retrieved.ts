import { counted } from '../domain/counted.ts';
import type { Site } from '../domain/site.ts';
import type { Database } from '../database/database.ts';
import { findUnretrieved } from '../operations/retrieving/unretrieved.ts';
import type { Check } from '../serving/checks/check.ts';
import type { Config } from '../settings/config.ts';

/** Whether servers get what sites publish; nothing if they do not fetch it. */
export async function checkRetrieved(
  { retrieving }: Pick<Config, 'retrieving'>,
  db: Database,
  nowMs: number,
): Promise<readonly Check[]> {
  if (!retrieving.robots && !retrieving.sitemaps) return [];
  const { withoutRobots, fullOfRobots, oldSitemaps } = await findUnretrieved(db, nowMs);
  const deleteSome = (id: string) =>
    `changes are not kept: site-traffic robots list --site ${id} shows them, delete some`;
  const why = (command: string) => (id: string) => `site-traffic ${command} update --site ${id} says why`;
  const robots = [
    ...warning('ROBOTS_UPDATE', withoutRobots, 'has no version of robots.txt', why('robots')),
    ...warning(
      'ROBOTS_UPDATE',
      fullOfRobots,
      'has as many versions of robots.txt as it can have',
      deleteSome,
    ),
  ];
  const noList = 'has no list of its pages from the last two days';
  const sitemaps = warning('SITEMAP_UPDATE', oldSitemaps, noList, why('sitemap'));
  return [
    ...(retrieving.robots
      ? orOk(
          'ROBOTS_UPDATE',
          robots,
          'every site older than two days has a version of robots.txt, and room for more',
        )
      : []),
    ...(retrieving.sitemaps
      ? orOk(
          'SITEMAP_UPDATE',
          sitemaps,
          'every site older than two days has a list of its pages from the last two days',
        )
      : []),
  ];
}

function warning(
  check: string,
  [first, ...others]: readonly Site[],
  what: string,
  advice: (id: string) => string,
): readonly Check[] {
  if (first === undefined) return [];
  const more =
    others.length === 0
      ? ''
      : `, as ${others.length === 1 ? 'does' : 'do'} ${counted(others.length, 'other site')}`;
  return [{ check, state: 'warning', detail: `${first.domain} ${what}${more}; ${advice(first.id)}` }];
}

function orOk(check: string, warnings: readonly Check[], detail: string): readonly Check[] {
  return warnings.length > 0 ? warnings : [{ check, state: 'ok', detail }];
}
