/** An index of a table that may be large. */
export type Index = {
  readonly name: string;
  /** What follows the name in CREATE INDEX. */
  readonly on: string;
};

/**
 * The indexes that a migration would take too long to build, with nobody writing meanwhile. `migrate` builds those that
 * are missing after its transaction, while others read and write. An index that has landed keeps its definition: give
 * another one another name. On Citus the tables of sites are distributed, so an index here is not unique.
 */
export const INDEXES: readonly Index[] = [
  {
    name: 'events_of_bot',
    on: `on events (
      ((hashtextextended(bot_name, hashtextextended(site_id, 0)) >> 32)::integer),
      (floor(date_part('epoch', created_at at time zone 'UTC') / 120)::integer)
    ) where bot_name is not null`,
  },
  {
    name: 'events_of_page',
    on: `on events (
      ((hashtextextended(page_path, hashtextextended(type, hashtextextended(site_id, 0))) >> 32)::integer),
      (floor(date_part('epoch', created_at at time zone 'UTC') / 120)::integer)
    )`,
  },
  { name: 'events_against', on: 'on events (site_id, created_at) where broken_rule is not null' },
  // readings of robots.txt
  {
    name: 'events_of_robots',
    on: `on events (site_id, bot_name, created_at) where bot_name is not null and page_path = '/robots.txt'`,
  },
  { name: 'events_signed', on: 'on events (site_id, created_at) where signature is not null' },
];
