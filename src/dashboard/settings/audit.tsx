import type { AuditRowFragment } from '../generated/graphql.ts';
import { ProblemNote } from '../parts/note.tsx';
import { Table } from '../parts/table.tsx';
import { dayOf, formatDay, formatTime, nowMs } from '../time/days.ts';
import { browserName } from './browser-name.ts';
import { nameOfDeed } from './deeds.ts';
import { useAudit } from './use-audit.ts';

/** What was changed in the account: the newest changes, and older ones page by page. */
export function Audit({ newest }: { readonly newest: readonly AuditRowFragment[] }) {
  const today = dayOf(nowMs());
  const { rows, hasOlder, problem, isBusy, readOlder } = useAudit(newest);
  return (
    <>
      <Table
        class="listing audit"
        empty="Nothing was changed yet."
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            ...{ head: 'What', cellClass: 'grow' },
            cell: ({ action, detail }) => (
              <span class="name">
                {nameOfDeed(action)}
                <small title={detail}>{action === 'session.start' ? browserName(detail) : detail}</small>
              </span>
            ),
            text: { What: ({ action }) => nameOfDeed(action), Detail: ({ detail }) => detail },
          },
          { head: 'By', class: 'mid2', cellClass: 'dim', cell: ({ by }) => by },
          {
            ...{ head: 'When', class: 'num', cellClass: 'dim' },
            cell: ({ at }) => `${formatDay(at.slice(0, 10), today)}, ${formatTime(Date.parse(at))}`,
            text: ({ at }) => at,
          },
        ]}
      />
      {problem && <ProblemNote problem={problem} askAgain={() => void readOlder()} />}
      {hasOlder && (
        <p class="say">
          <button class="btn small" disabled={isBusy} onClick={() => void readOlder()}>
            Older
          </button>
        </p>
      )}
    </>
  );
}
