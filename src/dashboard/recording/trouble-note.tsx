import { Note } from '../parts/note.tsx';
import { readableName } from '../parts/name-text.ts';
import { formatAgo, nowMs } from '../time/days.ts';
import type { Trouble } from './trouble.ts';

/** What is wrong with a source, and what to do about it. */
export const TroubleNote = ({ trouble }: { readonly trouble: Trouble }) => (
  <Note isAnnounced={false} {...wordsOfTrouble(trouble)} />
);

function wordsOfTrouble(trouble: Trouble): { readonly fact: string; readonly next: string } {
  switch (trouble.kind) {
    case 'refused': {
      const { at, status, reason } = trouble.refusal;
      return {
        fact: `Its last delivery was refused with status ${status}, ${formatAgo(Date.parse(at), nowMs())}.`,
        next: readableName(reason),
      };
    }
    case 'unreadable':
      return {
        fact: 'None of the records of its last batch could be read, so none of them counts.',
        next: trouble.remedy,
      };
    case 'no-agent':
      return {
        fact: 'Its records have no user agent, so bots cannot be recognised.',
        next: trouble.remedy,
      };
    case 'other-host':
      return {
        fact: 'All its records are for other hosts, so none of them counts.',
        next: `Send them to the site of their host, or change the domain of this one.${trouble.sample === null ? '' : ` One of them: ${readableName(trouble.sample)}`}`,
      };
  }
}
