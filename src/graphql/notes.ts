import type { Note } from '../domain/alert.ts';
import { formatDate } from '../domain/time.ts';
import { byOwner } from '../operations/owner/in-account.ts';
import { changeNote, createNote, deleteNote } from '../operations/owner/notes.ts';
import { notes } from '../operations/reading/alerts.ts';
import { NULL_ON_ERROR, builder } from './builder.ts';
import { forgetAfter } from './forget-after.ts';
import { numberIn } from './numbered-id.ts';
import { SiteType } from './sites.ts';

const NoteType = builder.objectRef<Note>('Note').implement({
  description: 'What an owner wrote about a day.',
  fields: (t) => ({
    id: t.id({
      description: 'The id to use in changeNote and deleteNote.',
      resolve: ({ id }) => `note_${id}`,
    }),
    date: t.field({ type: 'Date', description: 'The UTC day.', resolve: ({ dayMs }) => formatDate(dayMs) }),
    text: t.exposeString('text', { description: 'Plain text of at most 500 characters.' }),
    by: t.string({
      nullable: true,
      description:
        'Who wrote it: an e-mail address, or "command line". Null for callers with a key or a share link.',
      resolve: ({ by }, _, { caller }) => (caller.kind === 'owner' ? by : null),
    }),
  }),
});

builder.objectFields(SiteType, (t) => ({
  notes: t.field({
    type: [NoteType],
    ...NULL_ON_ERROR,
    description:
      'What the owner wrote about its days, newest first. Costs nothing. Null on INVALID_DATE_RANGE, and on NOT_SHARED or RANGE_NOT_SHARED for share links.',
    args: {
      start: t.arg({ type: 'Date', description: 'The first day; without it, all of them.' }),
      end: t.arg({ type: 'Date', description: 'The last day.' }),
    },
    resolve: (of, dates, ctx) => notes(ctx, of, dates),
  }),
}));

builder.mutationFields((t) => ({
  createNote: t.field({
    type: NoteType,
    description: 'Writes a note to a day of a site. TOO_MANY_NOTES if it has 1,000.',
    args: {
      siteId: t.arg.id({ required: true, description: 'The id of the site.' }),
      date: t.arg({
        type: 'Date',
        required: true,
        description: 'The UTC day; INVALID_DATE for what is none.',
      }),
      text: t.arg.string({ required: true, description: 'Plain text of 1 to 500 characters.' }),
    },
    resolve: (_, given, ctx) => forgetAfter(ctx.loaders.notes, createNote(byOwner(ctx), given)),
  }),
  changeNote: t.field({
    type: NoteType,
    description:
      'Changes the text or the day of a note, or both. NOTE_NOT_FOUND if the account has no such note.',
    args: {
      id: t.arg.id({ required: true, description: 'The id of the note.' }),
      date: t.arg({ type: 'Date', description: 'Another UTC day.' }),
      text: t.arg.string({ description: 'Another text.' }),
    },
    resolve: (_, { id, date, text }, ctx) => {
      const given = { date: date ?? undefined, text: text ?? undefined };
      return forgetAfter(ctx.loaders.notes, changeNote(byOwner(ctx), numberIn('note', id), given));
    },
  }),
  deleteNote: t.id({
    description: 'Deletes a note and returns its id. NOTE_NOT_FOUND if the account has no such note.',
    args: { id: t.arg.id({ required: true, description: 'The id of the note.' }) },
    resolve: async (_, { id }, ctx) => {
      await forgetAfter(ctx.loaders.notes, deleteNote(byOwner(ctx), numberIn('note', id)));
      return id;
    },
  }),
}));
