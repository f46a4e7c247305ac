import { useState } from 'preact/hooks';
import { useAnswer } from '../answers/use-answer.ts';
import { nowMs } from '../clock.ts';
import { areShortcutsOn, keepShortcuts } from '../frame/shortcuts.ts';
import { AccountDocument } from '../generated/graphql.ts';
import { formatCount } from '../numbers.ts';
import { Sheet } from '../parts/sheet.tsx';
import { type Day, dayOf, formatDay, formatTime } from '../time/days.ts';
import { browserName } from './browser-name.ts';
import { nameOfDeed } from './deeds.ts';
import type { OwnAccount } from './own.ts';
import { ChangePassword } from './password.tsx';
import { Sessions } from './sessions.tsx';
import { Settings } from './settings.tsx';

/** Who is signed in and where, what is left, and what was changed. */
export function Account() {
  const [isChanging, setIsChanging] = useState(false);
  const answer = useAnswer(AccountDocument, {});
  const { data } = answer.read ?? {};
  const account = data && (data.account ?? null);
  return (
    <Settings title="Account" sub={account?.email ?? 'Reading'} answer={answer}>
      <div class="cols">
        <Sheet title="Events recorded this month" hint="All sites of the account">
          {account && <Usage usage={account.usage} />}
        </Sheet>
        <Sheet title="Left in this minute" hint="For this dashboard; your keys have budgets of their own">
          {account && <Budgets budgets={account.budgets} />}
        </Sheet>
        <Sheet title="Account">
          {account && <Facts account={account} changePassword={() => setIsChanging(true)} />}
        </Sheet>
        <Sessions sessions={account === null ? null : account?.sessions} onDone={answer.askAgain} />
      </div>
      <Sheet title="Audit log" hint="Sign-ins and changes, newest first. Times are UTC.">
        {account && <Audit audit={account.audit} />}
      </Sheet>
      {isChanging && <ChangePassword onDone={answer.askAgain} onClosed={() => setIsChanging(false)} />}
    </Settings>
  );
}

function Usage({ usage: { used, limit, resetsAt } }: { readonly usage: OwnAccount['usage'] }) {
  const percent = limit === null ? 0 : Math.min(100, (100 * used) / limit);
  const reset = formatDay(resetsAt.slice(0, 10), dayOf(nowMs()));
  return (
    <div class="pad">
      <p class="usage-n">
        {formatCount(used)} <small>{limit === null ? 'without a limit' : `of ${formatCount(limit)}`}</small>
      </p>
      {limit !== null && (
        <svg
          class={`meter ${used >= limit ? 'full' : ''}`}
          role="img"
          aria-label={`${percent.toFixed(0)}% used`}
        >
          <rect class="v" width={`${percent.toFixed(2)}%`} height="100%" />
        </svg>
      )}
      <p class="hint">
        Counting starts again on {reset}, 00:00 UTC.
        {limit !== null && ' At the limit, recording stops; reading does not.'}
      </p>
    </div>
  );
}

function Budgets({ budgets }: { readonly budgets: OwnAccount['budgets'] }) {
  return (
    <div class="pad">
      <ul class="budgets">
        {budgets.map(({ operation, limit, remaining }) => (
          <li key={operation}>
            <code>{operation}</code>
            <svg class="meter thin" aria-hidden="true">
              <rect class="v" width={`${(100 * remaining) / limit}%`} height="100%" />
            </svg>
            <span class="num">
              {formatCount(remaining)} <span class="hint">of {formatCount(limit)}</span>
            </span>
          </li>
        ))}
      </ul>
      <p class="hint">Each counts the last 60 seconds.</p>
    </div>
  );
}

type FactsProps = { readonly account: OwnAccount; readonly changePassword: () => void };

function Facts({ account: { email, plan }, changePassword }: FactsProps) {
  const [shortcuts, setShortcuts] = useState(areShortcutsOn);
  return (
    <div class="pad">
      <dl class="dl">
        <dt>E-mail</dt>
        <dd>{email}</dd>
        <dt>Plan</dt>
        <dd>
          <span class="tag solid">{plan === 'PRO' ? 'Pro' : 'Free'}</span>
          {plan === 'FREE' && 'Whoever runs this service can change it.'}
        </dd>
        <dt>Password</dt>
        <dd>
          <button class="btn small" onClick={changePassword}>
            Change the password
          </button>
        </dd>
        <dt>Keyboard</dt>
        <dd>
          <label>
            <input
              type="checkbox"
              checked={shortcuts}
              onChange={(event) => setShortcuts(keepShortcuts(event.currentTarget.checked))}
            />
            Shortcuts in this browser
          </label>
        </dd>
      </dl>
    </div>
  );
}

/** How many entries the document asks for. */
const MOST_ENTRIES = 100;

function Audit({ audit }: { readonly audit: OwnAccount['audit'] }) {
  const today = dayOf(nowMs());
  if (audit.length === 0) return <p class="say">Nothing was changed yet.</p>;
  return (
    <>
      <AuditTable audit={audit} today={today} />
      {audit.length >= MOST_ENTRIES && (
        <p class="say">
          These are the newest {MOST_ENTRIES}. Earlier ones stay in the database, in the table{' '}
          <code>audit_entries</code>.
        </p>
      )}
    </>
  );
}

type AuditProps = { readonly audit: OwnAccount['audit']; readonly today: Day };

function AuditTable({ audit, today }: AuditProps) {
  return (
    <table class="ledger listing audit">
      <thead>
        <tr>
          <th scope="col">What</th>
          <th scope="col" class="mid2">
            By
          </th>
          <th scope="col" class="num">
            When
          </th>
        </tr>
      </thead>
      <tbody>
        {audit.map(({ at, action, detail, by }, row) => (
          <tr key={`${at} ${row}`}>
            <th scope="row" class="grow">
              <span class="name">
                {nameOfDeed(action)}
                <small>{action === 'session.start' ? browserName(detail) : detail}</small>
              </span>
            </th>
            <td class="mid2 dim">{by}</td>
            <td class="num dim">
              {formatDay(at.slice(0, 10), today)}, {formatTime(Date.parse(at))}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
