import { type Kysely, sql } from 'kysely';
import type { Note } from '../domain/alert.ts';
import type { TimeRange } from '../domain/date-range.ts';
import { LATEST_MS, formatDate, startOfDay } from '../domain/time.ts';
import type { Database } from '../database/database.ts';
import { readAccess } from '../database/query.ts';
import { epochMsOfDay, sqlDate, sqlDay } from '../database/sql-time.ts';
import { type Param, statement } from '../database/statement.ts';
import type { Tables } from '../database/tables.ts';

const LIST_NOTES = statement(
  'list_notes',
  (_, param: Param<{ siteId: string; first: string; last: string }>) => sql<Note>`
    select id, noted_site_id as "siteId", ${epochMsOfDay(sql.ref('day'))} as "dayMs", text, made_by as by
    from notes
    where noted_site_id = ${param('siteId')}
      and day >= ${sqlDate(param('first'))} and day <= ${sqlDate(param('last'))}
    order by notes.day desc, id desc`,
);

/** The notes to the days of a range, newest first. */
export async function listNotes(
  db: Database,
  siteId: string,
  { fromMs, untilMs }: TimeRange,
): Promise<readonly Note[]> {
  const last = startOfDay(Math.min(untilMs, LATEST_MS) - 1);
  return readAccess(db, LIST_NOTES({ siteId, first: formatDate(fromMs), last: formatDate(last) }));
}

export async function countNotes(db: Kysely<Tables>, siteId: string): Promise<number> {
  const row = await db
    .selectFrom('notes')
    .select((eb) => eb.fn.countAll<number>().as('notes'))
    .where('noted_site_id', '=', siteId)
    .executeTakeFirstOrThrow();
  return row.notes;
}

export async function insertNote(db: Kysely<Tables>, note: Omit<Note, 'id'>): Promise<number> {
  const row = await db
    .insertInto('notes')
    .values({ noted_site_id: note.siteId, day: sqlDay(note.dayMs), text: note.text, made_by: note.by })
    .returning('id')
    .executeTakeFirstOrThrow();
  return row.id;
}

export async function findNote(db: Kysely<Tables>, id: number): Promise<Note | undefined> {
  return db
    .selectFrom('notes')
    .select((eb) => [
      'id',
      'noted_site_id as siteId',
      epochMsOfDay(eb.ref('day')).as('dayMs'),
      'text',
      'made_by as by',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}

export async function updateNote(
  db: Kysely<Tables>,
  { id, dayMs, text }: Pick<Note, 'id' | 'dayMs' | 'text'>,
): Promise<void> {
  await db
    .updateTable('notes')
    .set({ day: sqlDay(dayMs), text })
    .where('id', '=', id)
    .execute();
}

export async function deleteNote(db: Kysely<Tables>, id: number): Promise<void> {
  await db.deleteFrom('notes').where('id', '=', id).execute();
}
