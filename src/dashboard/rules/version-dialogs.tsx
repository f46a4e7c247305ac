import { useState } from 'preact/hooks';
import { CreateRobotsVersionDocument, DeleteRobotsVersionDocument } from '../generated/graphql.ts';
import { formatCount } from '../numbers.ts';
import { type ChangeProps, FormDialog } from '../parts/form-dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import type { RobotsVersion } from './obedience.ts';
import { type RobotsLines, readLines, wordsOfIgnored } from './robots-lines.ts';

/** Adds a robots.txt of now, or of an earlier time. */
export function PasteDialog({ siteId, ...dialog }: ChangeProps & { readonly siteId: string }) {
  return (
    <FormDialog
      {...dialog}
      title="Paste a robots.txt"
      lede="For past versions, or if it is not fetched automatically. Visits in its time are checked again."
      act={['Save this version', 'Saving…']}
      first={<TextField siteId={siteId} />}
      fields={[
        {
          ...{ name: 'since', label: 'In force since, UTC', type: 'datetime-local' },
          hint: 'From now on, if you leave it empty. It ends where the next version begins.',
        },
      ]}
      document={CreateRobotsVersionDocument}
      variables={(text) => ({ siteId, text: text('text'), since: instantOf(text('since')) })}
    />
  );
}

/** A field has no time zone; what it says is UTC. */
function instantOf(entered: string): string | null {
  if (entered === '') return null;
  const ms = Date.parse(`${entered}Z`);
  return Number.isNaN(ms) ? entered : new Date(ms).toISOString();
}

/** Says while one types what bots would read. */
function TextField({ siteId }: { readonly siteId: string }) {
  const [text, setText] = useState('');
  return (
    <label class="field">
      <span>Text</span>
      <textarea
        class="input"
        name="text"
        rows={9}
        spellcheck={false}
        aria-describedby="robots-lines"
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <small id="robots-lines" class="lines" role="status">
        {text.trim() !== '' && <LinesRead {...readLines(text)} siteId={siteId} />}
      </small>
    </label>
  );
}

function LinesRead({ groups, rules, ignored, isTooLong, siteId }: RobotsLines & { readonly siteId: string }) {
  return (
    <>
      {(ignored ?? isTooLong) && <Icon name="warning" />}
      {countOf(groups, 'group')}, {countOf(rules, 'rule')}.{ignored && ` ${wordsOfIgnored(ignored)}`}
      {isTooLong && (
        <>
          {' '}
          It is too long to be sent: ask your administrator to run{' '}
          <code>site-traffic robots set --site {siteId} FILE</code>.
        </>
      )}
    </>
  );
}

const countOf = (count: number, what: string) => `${formatCount(count)} ${what}${count === 1 ? '' : 's'}`;

type DeleteProps = ChangeProps & { readonly version: RobotsVersion };

export function DeleteVersionDialog({ version: { id, number }, ...dialog }: DeleteProps) {
  return (
    <FormDialog
      {...dialog}
      title={`Delete version ${number}?`}
      lede="Visits in its time are checked again, by the version before it; without one they are unknown. This cannot be undone."
      isAlert
      act={['Delete it', 'Deleting…']}
      keep="Keep it"
      document={DeleteRobotsVersionDocument}
      variables={() => ({ id })}
    />
  );
}
