import { useState } from 'preact/hooks';
import { useChange } from '../answers/use-change.ts';
import { nowMs } from '../clock.ts';
import { EndOtherSessionsDocument, EndSessionDocument } from '../generated/graphql.ts';
import { FormDialog } from '../parts/dialog.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { dayOf, formatAgo, formatDay } from '../time/days.ts';
import type { OwnAccount } from './own.ts';
import { browserName } from './browser-name.ts';

type Session = OwnAccount['sessions'][number];

type Props = {
  /** Undefined while they load, null if they were refused. */
  readonly sessions: readonly Session[] | null | undefined;
  readonly onDone: () => void;
};

type Deed = { readonly kind: 'one'; readonly session: Session } | { readonly kind: 'others' };

/** Where the owner is signed in, and how to end that. */
export function Sessions({ sessions, onDone }: Props) {
  const [deed, setDeed] = useState<Deed>();
  const dialog = { onDone, onClosed: () => setDeed(undefined) };
  return (
    <>
      <Sheet title="Sessions" hint="Browsers that are signed in with this account">
        {sessions && <SessionTable sessions={sessions} choose={setDeed} />}
      </Sheet>
      {deed?.kind === 'one' && <EndSession {...dialog} session={deed.session} />}
      {deed?.kind === 'others' && <EndOthers {...dialog} />}
    </>
  );
}

type TableProps = { readonly sessions: readonly Session[]; readonly choose: (deed: Deed) => void };

function SessionTable({ sessions, choose }: TableProps) {
  const today = dayOf(nowMs());
  return (
    <>
      <table class="ledger listing">
        <thead class="sr">
          <tr>
            <th scope="col">Browser</th>
            <th scope="col">Last used</th>
            <th scope="col">Actions</th>
          </tr>
        </thead>
        <tbody>
          {sessions.map((session) => (
            <tr key={session.id}>
              <th scope="row" class="grow">
                <span class="name" title={session.userAgent}>
                  {browserName(session.userAgent)}
                  <small>since {formatDay(session.createdAt.slice(0, 10), today)}</small>
                </span>
              </th>
              <td class="dim">{formatAgo(Date.parse(session.lastUsedAt), nowMs())}</td>
              <td class="num">
                {session.isCurrent ? (
                  <span class="tag solid">This one</span>
                ) : (
                  <button
                    class="btn small danger"
                    aria-label={`End the session of ${browserName(session.userAgent)}`}
                    onClick={() => choose({ kind: 'one', session })}
                  >
                    End
                  </button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
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

type DialogProps = { readonly onDone: () => void; readonly onClosed: () => void };

function EndSession({ session, onDone, onClosed }: DialogProps & { readonly session: Session }) {
  const { isBusy, problem, send } = useChange(EndSessionDocument);
  const end = async () => {
    const data = await send({ id: session.id });
    if (data) onDone();
    return data !== undefined;
  };
  return (
    <FormDialog
      title={`End the session of ${browserName(session.userAgent)}?`}
      lede="That browser has to sign in again."
      isAlert
      act={['End the session', 'Ending…']}
      keep="Keep it"
      isBusy={isBusy}
      problem={problem}
      onSubmit={end}
      onClosed={onClosed}
    />
  );
}

function EndOthers({ onDone, onClosed }: DialogProps) {
  const { isBusy, problem, send } = useChange(EndOtherSessionsDocument);
  const end = async () => {
    const data = await send({});
    if (data) onDone();
    return data !== undefined;
  };
  return (
    <FormDialog
      title="Sign out everywhere else?"
      lede="All other browsers have to sign in again. This one stays signed in."
      isAlert
      act={['End the others', 'Ending…']}
      keep="Keep them"
      isBusy={isBusy}
      problem={problem}
      onSubmit={end}
      onClosed={onClosed}
    />
  );
}
