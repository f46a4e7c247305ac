import { type LargeLine, atMost, lineOf } from './large-line.ts';
import { type Servable, query, untilUpkept } from './large-stage.ts';

type TableSize = { readonly name: string; readonly table: string; readonly indexes: string };

/** The tables of what is recorded, the largest first, in bytes an event. */
export async function measureDisk(databaseUrl: string, events: number): Promise<readonly LargeLine[]> {
  const sizes = await query<TableSize>(databaseUrl, SIZES);
  return sizes
    .map(({ name, table, indexes }) => ({
      name,
      table: Number(table) / events,
      indexes: Number(indexes) / events,
    }))
    .filter(({ table, indexes }) => table + indexes >= 1)
    .map(({ name, table, indexes }) => ({
      name: `disk of ${name}`,
      seen: table + indexes,
      unit: 'B an event',
      detail: `${indexes.toFixed(0)} of them indexes`,
    }));
}

/** Every table by site, with what is stored beside its rows. */
const SIZES = `
  select relname as name, pg_table_size(attrelid) as table, pg_indexes_size(attrelid) as indexes
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where attname = 'site_id' and relkind = 'r'
  order by pg_total_relation_size(attrelid) desc`;

/** The rollups of small sites, once upkeep has joined what it joins. What it leaves free is not counted. */
export async function measureSmallSites(
  database: Servable,
  { events, sites }: { readonly events: number; readonly sites: number },
  limitSeconds: number,
): Promise<LargeLine> {
  const each = Math.round(events / sites).toLocaleString('en');
  const line = {
    name: `rollups of ${sites.toLocaleString('en')} sites with ${each} events a year`,
    unit: 'B an event',
    goal: atMost(150),
  };
  return lineOf(line, async () => {
    const isDone = await untilUpkept(database, limitSeconds, () => true);
    if (isDone === undefined)
      throw new Error(`upkeep was not done without a failure after ${limitSeconds} s`);
    await query(database.databaseUrl, 'vacuum full');
    const sizes = await query<TableSize>(database.databaseUrl, SIZES);
    const bytes = (isEvents: boolean) =>
      sizes
        .filter(({ name }) => (name === 'events') === isEvents)
        .reduce((sum, { table, indexes }) => sum + Number(table) + Number(indexes), 0) / events;
    return { seen: bytes(false), detail: `${bytes(true).toFixed(0)} of the events themselves` };
  });
}
