import { expect, it } from 'vitest';
import { describeNote } from '../../src/cli/logs/describe-note.ts';
import { Unreadable } from '../../src/logs/unreadable.ts';

it('names a file that cannot be read without its folder, which stands before the note', () => {
  const denied = new Unreadable('/var/log/access.log.1', 'no-permission');
  expect(describeNote({ kind: 'unreadable', error: denied })).toBe(
    'cannot read access.log.1: permission denied',
  );
  const broken = new Unreadable('/var/log/access.log', 'other', new Error('EIO: i/o error'));
  expect(describeNote({ kind: 'unreadable', error: broken })).toBe('cannot read access.log: EIO: i/o error');
});
