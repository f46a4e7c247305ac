import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import {
  CreateKeyDocument,
  type CreateKeyMutationVariables,
  type KeyScope,
  type KeysQuery,
  RenameKeyDocument,
  RevokeKeyDocument,
} from '../generated/graphql.ts';
import { Code } from '../parts/copy.tsx';
import { type ChangeProps, FormDialog, titleOf } from '../parts/form-dialog.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import { formatAgo, nowMs } from '../time/days.ts';

export type OwnKey = NonNullable<KeysQuery['account']>['keys'][number];

/** The sites that a key may record to. */
export type KeySite = NonNullable<KeysQuery['sites']>[number];

export type KeyDialogProps = ChangeProps & { readonly sites: readonly KeySite[] };

const NAME_FIELD = {
  name: 'name',
  label: 'Name',
  hint: 'For you, to tell keys apart.',
  codes: ['INVALID_NAME'],
};

/** Makes a key, then shows it once. */
export function NewKeyDialog({ sites, ...dialog }: KeyDialogProps) {
  const [scope, setScope] = useState<KeyScope>('READ');
  return (
    <FormDialog
      {...dialog}
      title="New API key"
      lede="You will see the key once, right after it is made."
      act={['Make the key', 'Making…']}
      fields={[NAME_FIELD]}
      document={CreateKeyDocument}
      variables={(text) => ({
        ...{ name: text('name'), scope },
        siteId: scope === 'READ' ? null : text('siteId'),
      })}
      made={({ createKey: { key } }, made) => (
        <SecretDialog what="the key" text={key} onClosed={dialog.onClosed}>
          <FirstCall {...made} />
        </SecretDialog>
      )}
    >
      <ScopeFields {...{ sites, scope, setScope }} />
    </FormDialog>
  );
}

type ScopeProps = {
  readonly sites: readonly KeySite[];
  readonly scope: KeyScope;
  readonly setScope: (scope: KeyScope) => void;
};

/** What the key may do, and for a key that records, to which site. */
function ScopeFields({ sites, scope, setScope }: ScopeProps) {
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
          {sites.length > 0 && (
            <Choice
              {...{ scope, setScope, value: 'DRAIN', name: 'Drain' }}
              what="Lets a CDN, a host or a log shipper deliver to one site. Reads nothing."
            />
          )}
        </div>
      </fieldset>
      {scope !== 'READ' && (
        <label class="field">
          <span>Site</span>
          <select class="input" name="siteId">
            {sites.map(({ id, name, domain }) => (
              <option key={id} value={id}>
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

const FIRST_CALLS = {
  READ: { title: 'Try it, with the key in KEY', path: () => '/api/v1/sites' },
  COLLECT: {
    title: 'Record a visit, with the key in KEY',
    path: (siteId: string) =>
      `/collect/sites/${siteId}/events \\\n  -d '{"type":"bot","page_path":"/","user_agent":"GPTBot/1.2"}'`,
  },
  DRAIN: {
    title: 'Deliver a log, with the key in KEY',
    path: () => '/drain --data-binary @access.log',
  },
} satisfies Readonly<Record<KeyScope, object>>;

/** What to try with the new key. */
function FirstCall({ scope, siteId }: Pick<CreateKeyMutationVariables, 'scope' | 'siteId'>) {
  const { title, path } = FIRST_CALLS[scope];
  return (
    <div>
      <p class="label">{title}</p>
      <Code text={`curl -H "Authorization: Bearer $KEY" \\\n  ${location.origin}${path(String(siteId))}`} />
    </div>
  );
}

export function RenameKeyDialog({ id, name, ...dialog }: ChangeProps & Pick<OwnKey, 'id' | 'name'>) {
  return (
    <FormDialog
      {...dialog}
      title={titleOf('Rename', name)}
      act={['Rename', 'Renaming…']}
      fields={[{ ...NAME_FIELD, value: name }]}
      document={RenameKeyDocument}
      variables={(text) => ({ id, name: text('name') })}
    />
  );
}

type RevokeKeyProps = KeyDialogProps & { readonly apiKey: OwnKey };

export function RevokeKeyDialog({ apiKey, sites, ...dialog }: RevokeKeyProps) {
  return (
    <FormDialog
      {...dialog}
      title={titleOf('Revoke', apiKey.name, '?')}
      lede={
        <>
          {useOf(apiKey, sites)} From the next request on it is refused with <code>INVALID_KEY</code>. This
          cannot be undone.
        </>
      }
      isAlert
      act={['Revoke', 'Revoking…']}
      keep="Keep it"
      document={RevokeKeyDocument}
      variables={() => ({ id: apiKey.id })}
    />
  );
}

function useOf({ lastUsedAt, siteId }: OwnKey, sites: readonly KeySite[]): ComponentChildren {
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
