import { useState } from 'preact/hooks';
import { useAnswer } from '../answers/use-answer.ts';
import { KeysDocument } from '../generated/graphql.ts';
import { Icon } from '../parts/icon.tsx';
import { Name } from '../parts/name.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Table } from '../parts/table.tsx';
import { type Day, dayOf, formatDay, formatLast, nowMs } from '../time/days.ts';
import { DrainDialog } from './drain-dialog.tsx';
import {
  type KeyDialogProps,
  type KeySite,
  NewKeyDialog,
  type OwnKey,
  RenameKeyDialog,
  RevokeKeyDialog,
} from './key-dialogs.tsx';
import { SettingsFrame } from './settings.tsx';

type Deed = { readonly kind: 'new' } | { readonly kind: 'rename' | 'drain' | 'revoke'; readonly key: OwnKey };

/** The API keys of the account. */
export function KeysScreen() {
  const [deed, setDeed] = useState<Deed>();
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
  const dialog = { onDone: answer.askAgain, onClosed: () => setDeed(undefined), sites };
  return (
    <SettingsFrame
      title="API keys"
      sub="For REST, GraphQL, the collector and drains"
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
        hint="Read keys see every site of the account. Collect and drain keys record to one site and read nothing."
        hasCsv
        csvTitle="API keys"
      >
        {keys && <KeyTable {...{ keys, sites, isUsable, choose }} />}
      </Sheet>
      {deed && data && <DeedDialog {...dialog} deed={newestOf(deed, keys)} />}
    </SettingsFrame>
  );
}

/** The deed with what was read last of its key. */
function newestOf(deed: Deed, keys: readonly OwnKey[] | null | undefined): Deed {
  if (deed.kind === 'new') return deed;
  return { ...deed, key: keys?.find(({ id }) => id === deed.key.id) ?? deed.key };
}

type IsUsable = (key: OwnKey) => boolean;

/** A key that records to a site is refused once the site is deleted. */
const usableWith =
  (sites: readonly KeySite[] | null | undefined): IsUsable =>
  ({ siteId }) =>
    !sites || siteId === null || sites.some(({ id }) => id === siteId);

type DeedProps = KeyDialogProps & { readonly deed: Deed };

function DeedDialog({ deed, ...dialog }: DeedProps) {
  switch (deed.kind) {
    case 'new':
      return <NewKeyDialog {...dialog} />;
    case 'rename':
      return <RenameKeyDialog {...dialog} id={deed.key.id} name={deed.key.name} />;
    case 'drain':
      return <DrainDialog {...dialog} keyId={deed.key.id} known={deed.key.drain} />;
    case 'revoke':
      return <RevokeKeyDialog {...dialog} apiKey={deed.key} />;
  }
}

function countKeys(keys: readonly OwnKey[], isUsable: IsUsable): string {
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
  readonly keys: readonly OwnKey[];
  readonly sites: readonly KeySite[];
  readonly isUsable: IsUsable;
  readonly choose: (deed: Deed) => void;
};

function KeyTable({ keys, sites, isUsable, choose }: TableProps) {
  const today = dayOf(nowMs());
  const isActive = (key: OwnKey) => key.revokedAt === null && isUsable(key);
  return (
    <Table
      class="listing"
      empty="No key yet. Make one to read or record from a program."
      rows={keys}
      keyOf={({ id }) => id}
      rowClass={(key) => (isActive(key) ? undefined : 'gone')}
      columns={[
        {
          ...{ head: 'Name', cellClass: 'grow' },
          cell: ({ name }) => <Name name={name} />,
          text: ({ name }) => name,
        },
        { head: 'Key', class: 'mid2', cell: ({ lastFour }) => <code>{`st_…${lastFour}`}</code> },
        {
          head: 'Scope',
          cell: (key) => <Scope apiKey={key} sites={sites} />,
          text: { Scope: ({ scope }) => scope.toLowerCase(), Site: (key) => whereTo(key, sites) },
        },
        {
          ...{ head: 'Created', class: 'mid', cellClass: 'dim' },
          cell: ({ createdAt }) => formatDay(createdAt.slice(0, 10), today),
          text: ({ createdAt }) => createdAt,
        },
        {
          ...{ head: 'Last used', class: 'mid2', cellClass: 'dim' },
          cell: ({ lastUsedAt }) => formatLast(lastUsedAt),
          text: ({ lastUsedAt }) => lastUsedAt,
        },
        {
          ...{ head: <span class="sr">Actions</span>, cellClass: 'num' },
          cell: (key) =>
            isActive(key) ? (
              <Actions apiKey={key} choose={choose} />
            ) : (
              <span class="dim">{endOf(key, today)}</span>
            ),
          text: { Revoked: ({ revokedAt }) => revokedAt },
        },
      ]}
    />
  );
}

const endOf = ({ revokedAt }: OwnKey, today: Day): string =>
  revokedAt === null ? 'site deleted' : `revoked ${formatDay(revokedAt.slice(0, 10), today)}`;

type ActionsProps = Pick<TableProps, 'choose'> & { readonly apiKey: OwnKey };

function Actions({ apiKey: key, choose }: ActionsProps) {
  return (
    <div class="row-acts">
      {key.scope === 'DRAIN' && (
        <button
          class="btn small"
          aria-label={`Sender of ${key.name}`}
          onClick={() => choose({ kind: 'drain', key })}
        >
          Sender
        </button>
      )}
      <button
        class="btn small"
        aria-label={`Rename ${key.name}`}
        onClick={() => choose({ kind: 'rename', key })}
      >
        Rename
      </button>
      <button
        class="btn small danger"
        aria-label={`Revoke ${key.name}`}
        onClick={() => choose({ kind: 'revoke', key })}
      >
        Revoke
      </button>
    </div>
  );
}

type ScopeProps = { readonly apiKey: OwnKey; readonly sites: readonly KeySite[] };

function Scope({ apiKey, sites }: ScopeProps) {
  return (
    <>
      <span class="tag">{apiKey.scope.toLowerCase()}</span>
      <span class="by mid">
        <Name name={whereTo(apiKey, sites)} />
      </span>
    </>
  );
}

/** The site that a key records to, by its name; its id once it is deleted. */
function whereTo({ siteId }: OwnKey, sites: readonly KeySite[]): string {
  return siteId === null ? 'All sites' : (sites.find(({ id }) => id === siteId)?.name ?? siteId);
}
