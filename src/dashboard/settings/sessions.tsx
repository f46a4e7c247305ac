import { useState } from 'preact/hooks';
import { type AccountQuery, EndOtherSessionsDocument, EndSessionDocument } from '../generated/graphql.ts';
import { type ChangeProps, FormDialog } from '../parts/form-dialog.tsx';
import { cutRows } from '../numbers.ts';
import { FullList } from '../parts/full-list.tsx';
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

/** How high the sheet is once it is read, as the account beside it is. */
const HEIGHT = 254;

/** Where the owner is signed in, and how to end that. */
export function SessionsSheet({ sessions, onDone }: Props) {
  const [deed, setDeed] = useState<Deed>();
  const dialog = { onDone, onClosed: () => setDeed(undefined) };
  return (
    <>
      <Sheet title="Sessions" hint="Browsers that are signed in with this account" hasCsv height={HEIGHT}>
        {sessions && <Sessions sessions={sessions} choose={setDeed} />}
      </Sheet>
      {deed?.kind === 'one' && <EndSessionDialog {...dialog} session={deed.session} />}
      {deed?.kind === 'others' && <EndOthersDialog {...dialog} />}
    </>
  );
}

type TableProps = { readonly sessions: readonly OwnSession[]; readonly choose: (deed: Deed) => void };

/** As many as there is room for beside the facts of the account. */
const MOST_SESSIONS = 3;

/** The first sessions, and the way to all of them. */
function Sessions({ sessions, choose }: TableProps) {
  const { shown, rest } = cutRows(sessions, MOST_SESSIONS);
  return (
    <>
      <SessionTable sessions={shown} inFile={sessions} choose={choose} />
      {sessions.length > 1 && (
        <div class="more">
          {rest.length > 0 && (
            <FullList
              what="sessions"
              rows={sessions}
              textOf={({ userAgent }) => `${browserName(userAgent)} ${userAgent}`}
            >
              {(shownNow, found) => <SessionTable sessions={shownNow} inFile={found} choose={choose} />}
            </FullList>
          )}
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

type SessionTableProps = TableProps & {
  /** All sessions, if the table has some of them. */
  readonly inFile?: readonly OwnSession[];
};

function SessionTable({ sessions, inFile = sessions, choose }: SessionTableProps) {
  const today = dayOf(nowMs());
  return (
    <Table
      class="listing"
      hasHiddenHeads
      rows={sessions}
      rowsInFile={inFile}
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
  );
}

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
