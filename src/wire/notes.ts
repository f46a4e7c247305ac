import * as z from 'zod';
import type { Note } from '../domain/alert.ts';
import { formatDate } from '../domain/time.ts';
import { OPEN_RANGE, date } from './parts.ts';

export const notesQuery = z.object(OPEN_RANGE);

const noteSchema = z.object({
  id: z.int(),
  date: date.meta({ description: 'The UTC day that it is about.' }),
  text: z.string().meta({ description: 'Plain text of at most 500 characters.' }),
  by: z.null().meta({ description: 'Who wrote it. A key is not told.' }),
});

/** The body of GET /api/v1/sites/{siteId}/notes. */
export const notesSchema = z
  .object({ notes: z.array(noteSchema).meta({ description: 'Newest first, at most 1,000.' }) })
  .meta({
    id: 'Notes',
    example: { notes: [{ id: 7, date: '2026-03-14', text: 'New prices', by: null }] },
  });

export function notesObject(notes: readonly Note[]): z.input<typeof notesSchema> {
  return { notes: notes.map(({ id, dayMs, text }) => ({ id, date: formatDate(dayMs), text, by: null })) };
}
