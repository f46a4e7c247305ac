import type { AccessibleSite } from '../../src/domain/site.ts';
import * as bots from '../../src/queries/bot-visits.ts';
import { countProofs } from '../../src/queries/signatures.ts';
import type { Question } from './plan-contract.ts';
import { DAYS, SLOTS } from './skewed-data.ts';
import { between } from './support.ts';

const BOT = { site: { id: 'busy' } as AccessibleSite, botName: 'Bot1' };
const NOBODY = { ...BOT, botName: 'Nobody' };
const ALL_DAYS = between('2026-01-01', '2026-04-01');
const WEEK = between('2026-02-02', '2026-02-09');

const OF_DAYS = ['site_buckets_pkey', 'site_days_pkey'];
const OF_EVENTS = ['events_pkey', 'events_by_type'];

/** Of each day, the rows of its bucket and those of the bot. */
const READ_A_DAY = 2 * SLOTS;
/** One a minute, of all types. */
const EVENTS_A_DAY = 1440;

/** What is read are the rollup rows of the bot alone, or the events of the days that are asked for. */
export const BOT_READS: readonly Question[] = [
  {
    of: bots.sumBotVisits,
    when: 'of one of ten names in ninety days',
    ask: (db) => bots.sumBotVisits(db, BOT, ALL_DAYS),
    may: { sum_bot_visits: { rows: 1, read: DAYS * READ_A_DAY, by: OF_DAYS } },
  },
  {
    of: bots.countBotStatuses,
    when: 'of one of nine bots in ninety days',
    ask: (db) => bots.countBotStatuses(db, BOT, ALL_DAYS),
    may: {
      count_bot_statuses: {
        rows: 1,
        read: DAYS * READ_A_DAY,
        by: ['site_buckets_pkey', 'site_statuses_pkey'],
      },
    },
  },
  {
    of: countProofs,
    when: 'of a bot that signs one visit a day, in ninety days',
    ask: (db) => countProofs(db, BOT, ALL_DAYS),
    may: { count_proofs: { rows: 1, read: DAYS, by: ['events_signed'] } },
  },
  {
    of: bots.countBotVisits,
    when: 'of one of ten names in the days of ninety',
    ask: (db) => bots.countBotVisits(db, BOT, ALL_DAYS, 'day'),
    may: { count_bot_visits_by_day: { rows: DAYS, read: DAYS * READ_A_DAY, by: OF_DAYS } },
  },
  {
    of: bots.countBotVisits,
    when: 'in the hours of a week, from its events',
    ask: (db) => bots.countBotVisits(db, BOT, WEEK, 'hour'),
    may: { count_bot_visits_by_hour: { rows: 7 * 24, read: 7 * EVENTS_A_DAY, by: OF_EVENTS } },
  },
  {
    of: bots.findFirstBotVisit,
    when: 'of a bot that comes every day',
    ask: (db) => bots.findFirstBotVisit(db, BOT),
    may: { first_bot_visit: { rows: 1, read: READ_A_DAY + 10, by: [...OF_DAYS, ...OF_EVENTS] } },
  },
  {
    of: bots.findLastBotVisit,
    when: 'of a bot that comes every day',
    ask: (db) => bots.findLastBotVisit(db, BOT),
    may: { last_bot_visit: { rows: 1, read: READ_A_DAY + 10, by: [...OF_DAYS, ...OF_EVENTS] } },
  },
  {
    of: bots.findLastBotVisit,
    when: 'of a name that never came: looked for once in each slot of a day',
    ask: (db) => bots.findLastBotVisit(db, NOBODY),
    may: { last_bot_visit: { rows: 0, read: DAYS * READ_A_DAY, by: [...OF_DAYS, ...OF_EVENTS] } },
  },
];
