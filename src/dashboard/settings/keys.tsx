import { useLocation } from 'preact-iso';
import { useState } from 'preact/hooks';
import { useAnswer } from '../answers/use-answer.ts';
import { nowMs } from '../clock.ts';
import { KeysDocument } from '../generated/graphql.ts';
import { Icon } from '../parts/icon.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { type Day, dayOf, formatAgo, formatDay } from '../time/days.ts';
import { type DialogProps, NewKey, RenameKey, RevokeKey } from './key-dialogs.tsx';
import type { Key, SiteName } from './own.ts';
import { Settings } from './settings.tsx';

type Deed = { readonly kind: 'new' } | { readonly kind: 'rename' | 'revoke'; readonly key: Key };

/** The API keys of the account. With `?collect=site`, it begins with a new key for that site. */
export function Keys() {
  const { query, route } = useLocation();
  const collectSiteId = query['collect'];
  const [deed, setDeed] = useState<Deed | undefined>(collectSiteId ? { kind: 'new' } : undefined);
  const answer = useAnswer(KeysDocument, {});
  const { data } = answer.read ?? {};
  const keys = data && (data.account?.keys ?? null);
  const sites = data?.sites ?? [];
  const onClosed = () => {
    setDeed(undefined);
    if (collectSiteId) route('/settings/keys', true);
  };
  const dialog = { onDone: answer.askAgain, onClosed, sites };
  return (
    <Settings
      title="API keys"
      sub="For REST, GraphQL and the collector"
      answer={answer}
      act={
        <button class="btn primary" onClick={() => setDeed({ kind: 'new' })}>
          <Icon name="plus" />
          New key
        </button>
      }
    >
      <Sheet
        title={keys ? countKeys(keys) : 'Keys'}
        hint="Read keys see every site of the account. Collect keys record to one site and read nothing."
      >
        {keys && <KeyTable keys={keys} sites={sites} choose={setDeed} />}
      </Sheet>
      {deed && data && <DeedDialog {...dialog} deed={deed} collectSiteId={collectSiteId} />}
    </Settings>
  );
}

type DeedProps = DialogProps & { readonly deed: Deed; readonly collectSiteId: string | undefined };

function DeedDialog({ deed, collectSiteId, ...dialog }: DeedProps) {
  switch (deed.kind) {
    case 'new':
      return <NewKey {...dialog} collectSiteId={collectSiteId} />;
    case 'rename':
      return <RenameKey {...dialog} apiKey={deed.key} />;
    case 'revoke':
      return <RevokeKey {...dialog} apiKey={deed.key} />;
  }
}

function countKeys(keys: readonly Key[]): string {
  const revoked = keys.filter(({ revokedAt }) => revokedAt !== null).length;
  const active = keys.length - revoked;
  const first = `${active} active ${active === 1 ? 'key' : 'keys'}`;
  return revoked === 0 ? first : `${first}, ${revoked} revoked`;
}

type TableProps = {
  readonly keys: readonly Key[];
  readonly sites: readonly SiteName[];
  readonly choose: (deed: Deed) => void;
};

function KeyTable({ keys, sites, choose }: TableProps) {
  if (keys.length === 0) return <p class="say">No key yet. Make one to read or record from a program.</p>;
  return (
    <table class="ledger listing">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col" class="mid2">
            Key
          </th>
          <th scope="col">Scope</th>
          <th scope="col" class="mid">
            Created
          </th>
          <th scope="col" class="mid2">
            Last used
          </th>
          <th scope="col">
            <span class="sr">Actions</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {keys.map((key) => (
          <KeyRow key={key.id} apiKey={key} sites={sites} choose={choose} today={dayOf(nowMs())} />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = Omit<TableProps, 'keys'> & { readonly apiKey: Key; readonly today: Day };

function KeyRow({ apiKey, sites, choose, today }: RowProps) {
  const { name, lastFour, createdAt, lastUsedAt, revokedAt } = apiKey;
  return (
    <tr class={revokedAt === null ? '' : 'gone'}>
      <th scope="row" class="grow">
        <span class="name" title={name}>
          {name}
        </span>
      </th>
      <td class="mid2">
        <code>st_…{lastFour}</code>
      </td>
      <td>
        <span class="tag">{apiKey.scope.toLowerCase()}</span>
        <span class="by mid">{whereTo(apiKey, sites)}</span>
      </td>
      <td class="mid dim">{formatDay(createdAt.slice(0, 10), today)}</td>
      <td class="mid2 dim">{lastUsedAt === null ? 'never' : formatAgo(Date.parse(lastUsedAt), nowMs())}</td>
      <td class="num">
        {revokedAt === null ? (
          <div class="row-acts">
            <button
              class="btn small"
              aria-label={`Rename ${name}`}
              onClick={() => choose({ kind: 'rename', key: apiKey })}
            >
              Rename
            </button>
            <button
              class="btn small danger"
              aria-label={`Revoke ${name}`}
              onClick={() => choose({ kind: 'revoke', key: apiKey })}
            >
              Revoke
            </button>
          </div>
        ) : (
          <span class="dim">revoked {formatDay(revokedAt.slice(0, 10), today)}</span>
        )}
      </td>
    </tr>
  );
}

/** The site that a key records to, by its name; its id once it is deleted. */
function whereTo({ siteId }: Key, sites: readonly SiteName[]): string {
  return siteId === null ? 'All sites' : (sites.find(({ id }) => id === siteId)?.name ?? siteId);
}
