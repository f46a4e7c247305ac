import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { useChange } from '../answers/use-change.ts';
import { nowMs } from '../clock.ts';
import {
  CreateKeyDocument,
  type KeyScope,
  RenameKeyDocument,
  RevokeKeyDocument,
} from '../generated/graphql.ts';
import { Code, Secret } from '../parts/copy.tsx';
import { Dialog, Field, FormDialog, beside, textIn } from '../parts/dialog.tsx';
import { formatAgo } from '../time/days.ts';
import type { Key, SiteName } from './own.ts';

export type DialogProps = {
  readonly sites: readonly SiteName[];
  /** Called when the server has made the change. */
  readonly onDone: () => void;
  readonly onClosed: () => void;
};

const NAME_CODES = ['INVALID_NAME'];
const NAME_HINT = 'For you, to tell keys apart.';

type Made = { readonly text: string; readonly siteId: string | undefined };

/** Makes a key, then shows it once. */
export function NewKey({
  sites,
  onDone,
  onClosed,
  collectSiteId,
}: DialogProps & { readonly collectSiteId: string | undefined }) {
  const { isBusy, problem, send } = useChange(CreateKeyDocument);
  const [scope, setScope] = useState<KeyScope>(collectSiteId ? 'COLLECT' : 'READ');
  const [made, setMade] = useState<Made>();
  if (made) return <MadeKey made={made} onClosed={onClosed} />;
  const make = async (form: FormData) => {
    const siteId = scope === 'COLLECT' ? textIn(form, 'siteId') : undefined;
    const data = await send({ name: textIn(form, 'name'), scope, siteId: siteId ?? null });
    if (data) {
      onDone();
      setMade({ text: data.createKey.key, siteId });
    }
    return false;
  };
  return (
    <FormDialog
      title="New API key"
      lede="You will see the key once, right after it is made."
      act={['Make the key', 'Making…']}
      isBusy={isBusy}
      problem={beside(problem, NAME_CODES)}
      onSubmit={make}
      onClosed={onClosed}
    >
      <Field name="name" label="Name" hint={NAME_HINT} problem={problem} codes={NAME_CODES} autofocus />
      <ScopeFields {...{ sites, scope, setScope, collectSiteId }} />
    </FormDialog>
  );
}

type ScopeProps = {
  readonly sites: readonly SiteName[];
  readonly scope: KeyScope;
  readonly setScope: (scope: KeyScope) => void;
  readonly collectSiteId: string | undefined;
};

/** What the key may do, and for a key that records, to which site. */
function ScopeFields({ sites, scope, setScope, collectSiteId }: ScopeProps) {
  return (
    <>
      <fieldset class="field">
        <legend class="label">Scope</legend>
        <div class="stack tight">
          <Choice
            {...{ scope, setScope, value: 'READ', name: 'Read' }}
            what="Reads all your sites over REST and GraphQL. Records nothing."
          />
          {sites.length > 0 && (
            <Choice
              {...{ scope, setScope, value: 'COLLECT', name: 'Collect' }}
              what="Records to one site. Reads nothing."
            />
          )}
        </div>
      </fieldset>
      {scope === 'COLLECT' && (
        <label class="field">
          <span>Site</span>
          <select class="input" name="siteId">
            {sites.map(({ id, name, domain }) => (
              <option key={id} value={id} selected={id === collectSiteId}>
                {`\u2068${name}\u2069 (${domain})`}
              </option>
            ))}
          </select>
        </label>
      )}
    </>
  );
}

type ChoiceProps = {
  readonly scope: KeyScope;
  readonly setScope: (scope: KeyScope) => void;
  readonly value: KeyScope;
  readonly name: string;
  readonly what: string;
};

function Choice({ scope, setScope, value, name, what }: ChoiceProps) {
  return (
    <label class="choice">
      <input
        type="radio"
        name="scope"
        value={value}
        checked={scope === value}
        onChange={() => setScope(value)}
      />
      <b>{name}</b>
      <small>{what}</small>
    </label>
  );
}

/** The key is in this dialog only, and gone when it closes: Esc closes it only after the key was copied. */
function MadeKey({
  made: { text, siteId },
  onClosed,
}: {
  readonly made: Made;
  readonly onClosed: () => void;
}) {
  const [isCopied, setIsCopied] = useState(false);
  const header = 'curl -H "Authorization: Bearer $KEY" \\\n ';
  const tryIt =
    siteId === undefined
      ? `${header} ${location.origin}/api/v1/sites`
      : `${header} ${location.origin}/collect/sites/${siteId}/events \\\n  -d '{"type":"bot","page_path":"/","user_agent":"GPTBot/1.2"}'`;
  return (
    <Dialog
      title="Copy the key now"
      lede="It is not shown again: only a fingerprint of it is kept."
      staysOpen={!isCopied}
      onClosed={onClosed}
    >
      {(close) => (
        <>
          <div class="stack">
            <Secret text={text} what="the key" onCopied={() => setIsCopied(true)} />
            <div>
              <p class="label">
                {siteId === undefined ? 'Try it, with the key in KEY' : 'Record a visit, with the key in KEY'}
              </p>
              <Code text={tryIt} />
            </div>
          </div>
          <div class="acts">
            <button class="btn" onClick={close}>
              I have stored it
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}

type KeyProps = DialogProps & { readonly apiKey: Key };

export function RenameKey({ apiKey: { id, name }, onDone, onClosed }: KeyProps) {
  const { isBusy, problem, send } = useChange(RenameKeyDocument);
  const rename = async (form: FormData) => {
    const data = await send({ id, name: textIn(form, 'name') });
    if (data) onDone();
    return data !== undefined;
  };
  return (
    <FormDialog
      title={
        <>
          Rename “<bdi>{name}</bdi>”
        </>
      }
      act={['Rename', 'Renaming…']}
      isBusy={isBusy}
      problem={beside(problem, NAME_CODES)}
      onSubmit={rename}
      onClosed={onClosed}
    >
      <Field
        {...{ name: 'name', label: 'Name', hint: NAME_HINT, value: name }}
        problem={problem}
        codes={NAME_CODES}
        autofocus
      />
    </FormDialog>
  );
}

export function RevokeKey({ apiKey, sites, onDone, onClosed }: KeyProps) {
  const { isBusy, problem, send } = useChange(RevokeKeyDocument);
  const revoke = async () => {
    const data = await send({ id: apiKey.id });
    if (data) onDone();
    return data !== undefined;
  };
  return (
    <FormDialog
      title={
        <>
          Revoke “<bdi>{apiKey.name}</bdi>”?
        </>
      }
      lede={
        <>
          {useOf(apiKey, sites)} From the next request on it is refused with <code>INVALID_KEY</code>. This
          cannot be undone.
        </>
      }
      isAlert
      act={['Revoke', 'Revoking…']}
      keep="Keep it"
      isBusy={isBusy}
      problem={problem}
      onSubmit={revoke}
      onClosed={onClosed}
    />
  );
}

function useOf({ lastUsedAt, siteId }: Key, sites: readonly SiteName[]): ComponentChildren {
  if (lastUsedAt === null) return 'It was never used.';
  const site = sites.find(({ id }) => id === siteId);
  return (
    <>
      It was last used {formatAgo(Date.parse(lastUsedAt), nowMs())}
      {site && (
        <>
          {' '}
          to record to <bdi>{site.name}</bdi>
        </>
      )}
      .
    </>
  );
}
