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
  const isUsable = usableWith(data?.sites);
  const choose = (chosen: Deed) => {
    // when a key was last used decides whether to revoke it
    if (chosen.kind === 'revoke') answer.askAgain();
    setDeed(chosen);
  };
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
        title={keys ? countKeys(keys, isUsable) : 'Keys'}
        hint="Read keys see every site of the account. Collect keys record to one site and read nothing."
      >
        {keys && <KeyTable {...{ keys, sites, isUsable, choose }} />}
      </Sheet>
      {deed && data && <DeedDialog {...dialog} deed={newestOf(deed, keys)} collectSiteId={collectSiteId} />}
    </Settings>
  );
}

/** The deed with what was read last of its key. */
function newestOf(deed: Deed, keys: readonly Key[] | null | undefined): Deed {
  if (deed.kind === 'new') return deed;
  return { ...deed, key: keys?.find(({ id }) => id === deed.key.id) ?? deed.key };
}

type IsUsable = (key: Key) => boolean;

/** A key that records to a site is refused once the site is deleted. */
const usableWith =
  (sites: readonly SiteName[] | null | undefined): IsUsable =>
  ({ siteId }) =>
    !sites || siteId === null || sites.some(({ id }) => id === siteId);

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

function countKeys(keys: readonly Key[], isUsable: IsUsable): string {
  const valid = keys.filter(({ revokedAt }) => revokedAt === null);
  const active = valid.filter(isUsable).length;
  const revoked = keys.length - valid.length;
  const idle = valid.length - active;
  return [
    `${active} active ${active === 1 ? 'key' : 'keys'}`,
    ...(revoked > 0 ? [`${revoked} revoked`] : []),
    ...(idle > 0 ? [`${idle} of a deleted site`] : []),
  ].join(', ');
}

type TableProps = {
  readonly keys: readonly Key[];
  readonly sites: readonly SiteName[];
  readonly isUsable: IsUsable;
  readonly choose: (deed: Deed) => void;
};

function KeyTable({ keys, ...row }: TableProps) {
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
          <KeyRow key={key.id} apiKey={key} {...row} today={dayOf(nowMs())} />
        ))}
      </tbody>
    </table>
  );
}

type RowProps = Omit<TableProps, 'keys'> & { readonly apiKey: Key; readonly today: Day };

function KeyRow({ apiKey, sites, isUsable, choose, today }: RowProps) {
  const { name, lastFour, createdAt, lastUsedAt, revokedAt } = apiKey;
  const isActive = revokedAt === null && isUsable(apiKey);
  return (
    <tr class={isActive ? '' : 'gone'}>
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
        {isActive ? (
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
          <span class="dim">
            {revokedAt === null ? 'site deleted' : `revoked ${formatDay(revokedAt.slice(0, 10), today)}`}
          </span>
        )}
      </td>
    </tr>
  );
}

/** The site that a key records to, by its name; its id once it is deleted. */
function whereTo({ siteId }: Key, sites: readonly SiteName[]): string {
  return siteId === null ? 'All sites' : (sites.find(({ id }) => id === siteId)?.name ?? siteId);
}
