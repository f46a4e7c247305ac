import type { Transaction } from 'kysely';
import type { Note } from '../../domain/alert.ts';
import { Refusal, invalidParameter, quote } from '../../domain/refusal.ts';
import { ALLOWED_DATE, formatDate, parseDate } from '../../domain/time.ts';
import type { Tables } from '../../database/tables.ts';
import {
  countNotes,
  deleteNote as deleteNoteRow,
  findNote,
  insertNote,
  updateNote,
} from '../../queries/notes.ts';
import { findSite } from '../../queries/sites.ts';
import { type Asker, mayChange } from './in-account.ts';
import { inSite } from './in-site.ts';

const MOST_NOTES = 1_000;
const LONGEST_NOTE = 500;

/** Writes a note to a day of a site. Throws SITE_NOT_FOUND, INVALID_DATE, INVALID_PARAMETER, and TOO_MANY_NOTES if it has 1,000. */
export async function createNote(
  asker: Asker,
  { siteId, date, text }: { readonly siteId: string; readonly date: string; readonly text: string },
): Promise<Note> {
  const note = { siteId, dayMs: parseDay(date), text: parseText(text), by: asker.by };
  return inSite(asker, siteId, async (tx, { id, domain }) => {
    if ((await countNotes(tx, id)) >= MOST_NOTES)
      throw new Refusal('TOO_MANY_NOTES', {
        clause: `${domain} has ${MOST_NOTES.toLocaleString('en')} notes, which is the most a site may have; delete one first`,
      });
    const made = { ...note, siteId: id, id: await insertNote(tx, { ...note, siteId: id }) };
    return { result: made, lines: [{ action: 'note.create', detail: lineOf(made, domain) }] };
  });
}

/** Changes the text or the day of a note, or both. Throws NOTE_NOT_FOUND, INVALID_DATE, INVALID_PARAMETER. */
export async function changeNote(
  asker: Asker,
  noteId: number,
  given: { readonly date: string | undefined; readonly text: string | undefined },
): Promise<Note> {
  return inNote(asker, noteId, async (tx, note, domain) => {
    const changed = {
      ...note,
      dayMs: given.date === undefined ? note.dayMs : parseDay(given.date),
      text: given.text === undefined ? note.text : parseText(given.text),
    };
    await updateNote(tx, changed);
    return { result: changed, lines: [{ action: 'note.change', detail: lineOf(changed, domain) }] };
  });
}

/** Deletes a note. Throws NOTE_NOT_FOUND. */
export async function deleteNote(asker: Asker, noteId: number): Promise<void> {
  await inNote(asker, noteId, async (tx, note, domain) => {
    await deleteNoteRow(tx, note.id);
    return { result: undefined, lines: [{ action: 'note.delete', detail: lineOf(note, domain) }] };
  });
}

type Change<Result> = (
  tx: Transaction<Tables>,
  note: Note,
  domain: string,
) => Promise<{
  readonly result: Result;
  readonly lines: readonly { readonly action: string; readonly detail: string }[];
}>;

/** Makes a change of a note of one's own site; of what is somebody else's, nothing can be known. */
async function inNote<Result>(asker: Asker, noteId: number, change: Change<Result>): Promise<Result> {
  const found = await findNote(asker.db, noteId);
  const site = found && (await findSite(asker.db, found.siteId));
  if (site === undefined || !mayChange(asker, site.accountId)) throw noNote(noteId);
  return inSite(asker, site.id, async (tx, { domain }) => {
    const note = await findNote(tx, noteId);
    if (note === undefined) throw noNote(noteId);
    return change(tx, note, domain);
  });
}

function noNote(noteId: number): Refusal {
  return new Refusal('NOTE_NOT_FOUND', { clause: `there is no note ${noteId}` });
}

function lineOf({ id, siteId, dayMs }: Note, domain: string): string {
  return `note ${id} to ${formatDate(dayMs)} of ${domain} (${siteId})`;
}

function parseDay(date: string): number {
  const dayMs = parseDate(date);
  if (dayMs !== undefined) return dayMs;
  throw new Refusal('INVALID_DATE', { clause: `the date must be ${ALLOWED_DATE}; got ${quote(date)}` });
}

/** Several lines are welcome; other characters that nobody sees are not. */
function parseText(given: string): string {
  const text = given.trim();
  const hidden = /[\p{Cc}\p{Cf}\p{Cs}]/u.test(text.replace(/[\n\u200d]/g, ''));
  if (text !== '' && text.length <= LONGEST_NOTE && !hidden) return text;
  throw invalidParameter('text', given, `a text of 1 to ${LONGEST_NOTE} characters without controls`);
}
