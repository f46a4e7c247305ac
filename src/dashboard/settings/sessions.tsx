import { useState } from 'preact/hooks';
import { type AccountQuery, EndOtherSessionsDocument, EndSessionDocument } from '../generated/graphql.ts';
import { type ChangeProps, FormDialog } from '../parts/form-dialog.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Table } from '../parts/table.tsx';
import { type Day, dayOf, formatDay, formatLast, formatTime, nowMs } from '../time/days.ts';
import { browserName } from './browser-name.ts';

type OwnSession = NonNullable<AccountQuery['account']>['sessions'][number];

type Props = {
  /** Undefined while they load, null if they were refused. */
  readonly sessions: readonly OwnSession[] | null | undefined;
  readonly onDone: () => void;
};

type Deed = { readonly kind: 'one'; readonly session: OwnSession } | { readonly kind: 'others' };

/** Where the owner is signed in, and how to end that. */
export function SessionsSheet({ sessions, onDone }: Props) {
  const [deed, setDeed] = useState<Deed>();
  const dialog = { onDone, onClosed: () => setDeed(undefined) };
  return (
    <>
      <Sheet title="Sessions" hint="Browsers that are signed in with this account" hasCsv>
        {sessions && <SessionTable sessions={sessions} choose={setDeed} />}
      </Sheet>
      {deed?.kind === 'one' && <EndSessionDialog {...dialog} session={deed.session} />}
      {deed?.kind === 'others' && <EndOthersDialog {...dialog} />}
    </>
  );
}

type TableProps = { readonly sessions: readonly OwnSession[]; readonly choose: (deed: Deed) => void };

function SessionTable({ sessions, choose }: TableProps) {
  const today = dayOf(nowMs());
  return (
    <>
      <Table
        class="listing"
        hasHiddenHeads
        rows={sessions}
        keyOf={({ id }) => id}
        columns={[
          {
            ...{ head: 'Browser', cellClass: 'grow' },
            cell: (session) => (
              <span class="name" title={session.userAgent}>
                {browserName(session.userAgent)}
                <small>since {beginningOf(session, today)}</small>
              </span>
            ),
            text: { Browser: ({ userAgent }) => userAgent, Since: ({ createdAt }) => createdAt },
          },
          {
            ...{ head: 'Last used', cellClass: 'dim' },
            cell: ({ lastUsedAt }) => formatLast(lastUsedAt),
            text: ({ lastUsedAt }) => lastUsedAt,
          },
          {
            ...{ head: 'Actions', cellClass: 'num' },
            cell: (session) => <Action {...{ session, today, choose }} />,
            text: { 'This one': ({ isCurrent }) => (isCurrent ? 'yes' : 'no') },
          },
        ]}
      />
      {sessions.length > 1 && (
        <div class="more">
          <button class="btn quiet small" onClick={() => choose({ kind: 'others' })}>
            Sign out everywhere else
          </button>
        </div>
      )}
    </>
  );
}

/** To the second: several may begin within a minute, with the same browser. */
const beginningOf = ({ createdAt }: OwnSession, today: Day): string =>
  `${formatDay(createdAt.slice(0, 10), today)}, ${formatTime(Date.parse(createdAt))} UTC`;

type ActionProps = Pick<TableProps, 'choose'> & { readonly session: OwnSession; readonly today: Day };

function Action({ session, today, choose }: ActionProps) {
  if (session.isCurrent) return <span class="tag solid">This one</span>;
  return (
    <button
      class="btn small danger"
      aria-label={`End the session of ${browserName(session.userAgent)} since ${beginningOf(session, today)}`}
      onClick={() => choose({ kind: 'one', session })}
    >
      End
    </button>
  );
}

type EndProps = ChangeProps & { readonly session: OwnSession };

function EndSessionDialog({ session, ...dialog }: EndProps) {
  return (
    <FormDialog
      {...dialog}
      title={`End the session of ${browserName(session.userAgent)}?`}
      lede={`It began on ${beginningOf(session, dayOf(nowMs()))}. That browser has to sign in again.`}
      isAlert
      act={['End the session', 'Ending…']}
      keep="Keep it"
      document={EndSessionDocument}
      variables={() => ({ id: session.id })}
    />
  );
}

function EndOthersDialog(dialog: ChangeProps) {
  return (
    <FormDialog
      {...dialog}
      title="Sign out everywhere else?"
      lede="All other browsers have to sign in again. This one stays signed in."
      isAlert
      act={['End the others', 'Ending…']}
      keep="Keep them"
      document={EndOtherSessionsDocument}
      variables={() => ({})}
    />
  );
}
