import { useState } from 'preact/hooks';
import { useAnswer } from '../answers/use-answer.ts';
import { areShortcutsOn, keepShortcuts } from '../frame/shortcuts.ts';
import { AccountDocument, type AccountQuery } from '../generated/graphql.ts';
import { cutRows, formatCount, sumOf } from '../numbers.ts';
import { Name } from '../parts/name.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Table } from '../parts/table.tsx';
import { dayOf, formatDay, nowMs } from '../time/days.ts';
import { Audit } from './audit.tsx';
import { PasswordDialog } from './password-dialog.tsx';
import { SessionsSheet } from './sessions.tsx';
import { SettingsFrame } from './settings.tsx';

type OwnAccount = NonNullable<AccountQuery['account']>;
type OwnSite = NonNullable<AccountQuery['sites']>[number];

/** How high the sheets are once they are read, so that nothing below them moves. */
const HEIGHTS = { usage: 345, budgets: 345, facts: 254 };

/** Who is signed in and where, what is left, and what was changed. */
export function AccountScreen() {
  const [isChanging, setIsChanging] = useState(false);
  const answer = useAnswer(AccountDocument, {});
  const { data } = answer.read ?? {};
  const account = data && (data.account ?? null);
  return (
    <SettingsFrame title="Account" sub={account?.email ?? 'Reading'} answer={answer}>
      <div class="cols">
        <Sheet title="Events recorded this month" hint="All sites of the account" height={HEIGHTS.usage}>
          {account && <Usage usage={account.usage} sites={data.sites ?? []} />}
        </Sheet>
        <Sheet
          title="Left in this minute"
          hint="For this dashboard; your keys have budgets of their own"
          height={HEIGHTS.budgets}
        >
          {account && <Budgets budgets={account.budgets} />}
        </Sheet>
        <Sheet title="Account" height={HEIGHTS.facts}>
          {account && <Facts account={account} changePassword={() => setIsChanging(true)} />}
        </Sheet>
        <SessionsSheet sessions={account === null ? null : account?.sessions} onDone={answer.askAgain} />
      </div>
      <Sheet title="Audit log" hint="Sign-ins and changes, newest first. Times are UTC." hasCsv>
        {account && <Audit newest={account.audit} />}
      </Sheet>
      {isChanging && <PasswordDialog onDone={answer.askAgain} onClosed={() => setIsChanging(false)} />}
    </SettingsFrame>
  );
}

type UsageProps = { readonly usage: OwnAccount['usage']; readonly sites: readonly OwnSite[] };

function Usage({ usage: { used, limit, projected, resetsAt }, sites }: UsageProps) {
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
      {projected !== null && (
        <p class="hint">At this rate, {formatCount(projected)} by the end of the month.</p>
      )}
      {sites.length > 0 && <SiteTable sites={sites} />}
      <p class="hint">
        Counting starts again on {reset}, 00:00 UTC.
        {limit !== null && ' At the limit, recording stops; reading does not.'}
      </p>
    </div>
  );
}

/** As many as there is room for beside the budgets, with a row for the others. */
const MOST_SITES = 2;

/** The sites with the most events. What is recorded may be of another month, so this adds up to something else. */
function SiteTable({ sites }: { readonly sites: readonly OwnSite[] }) {
  const largest = sites.toSorted((one, other) => other.eventsThisMonth - one.eventsThisMonth);
  const { shown, rest } = cutRows(largest, MOST_SITES);
  const events = sumOf(rest, ({ eventsThisMonth }) => eventsThisMonth);
  return (
    <Table
      class="flush"
      rows={shown}
      keyOf={({ id }) => id}
      rest={
        rest.length > 0
          ? { name: `${formatCount(rest.length)} more sites`, cells: [formatCount(events)] }
          : undefined
      }
      columns={[
        {
          ...{ head: 'Site', cellClass: 'grow' },
          cell: ({ name, domain }) => <Name name={name || domain} />,
        },
        {
          ...{ head: 'Dated this month', class: 'num' },
          cell: ({ eventsThisMonth }) => formatCount(eventsThisMonth),
        },
      ]}
    />
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

const PLAN_NAMES = { FREE: 'Free', PRO: 'Pro', SELF_HOSTED: 'Self-hosted' };

type FactsProps = { readonly account: OwnAccount; readonly changePassword: () => void };

function Facts({ account: { email, plan, supportContact }, changePassword }: FactsProps) {
  const [shortcuts, setShortcuts] = useState(areShortcutsOn);
  return (
    <div class="pad">
      <dl class="dl">
        <dt>E-mail</dt>
        <dd>{email}</dd>
        <dt>Plan</dt>
        <dd>
          <span class="tag solid">{PLAN_NAMES[plan]}</span>
          {plan !== 'SELF_HOSTED' && `${supportContact ?? 'Whoever runs this service'} can change it.`}
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
