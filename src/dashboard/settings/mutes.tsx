import { useChange } from '../answers/use-change.ts';
import { KIND_NAMES } from '../alerts/alerts-view.ts';
import { type SiteAlertSettingsQuery, UnmuteDocument } from '../generated/graphql.ts';
import { ChangeNote } from '../parts/form-dialog.tsx';
import { Name } from '../parts/name.tsx';
import { Table } from '../parts/table.tsx';
import { dayOf, formatDay, nowMs } from '../time/days.ts';

type Mute = NonNullable<NonNullable<SiteAlertSettingsQuery['site']>['mutes']>[number];

type MutesProps = {
  readonly siteId: string;
  readonly mutes: readonly Mute[];
  readonly onDone: () => void;
};

/** What is muted on a site. */
export function Mutes({ siteId, mutes, onDone }: MutesProps) {
  const { problem, send } = useChange(UnmuteDocument);
  const today = dayOf(nowMs());
  const unmute = async ({ subjectKind, subject }: Mute) => {
    if (await send({ siteId, subjectKind, subject })) onDone();
  };
  return (
    <>
      {problem && <ChangeNote problem={problem} />}
      <Table
        class="listing"
        empty="Nothing is muted."
        rows={mutes}
        keyOf={({ subjectKind, subject, kind }) => `${subjectKind} ${subject} ${kind ?? ''}`}
        columns={[
          {
            ...{ head: 'Muted', cellClass: 'grow' },
            cell: ({ subject, kind }) => (
              <>
                <Name name={subject} />
                {kind !== null && ` (${KIND_NAMES[kind]})`}
              </>
            ),
          },
          {
            ...{ head: 'Until', cellClass: 'dim' },
            cell: ({ until }) => (until === null ? 'unmuted' : formatDay(until.slice(0, 10), today)),
          },
          {
            ...{ head: <span class="sr">Actions</span>, cellClass: 'num' },
            cell: (mute) => (
              <button
                class="btn small"
                aria-label={`Unmute ${mute.subject}`}
                onClick={() => void unmute(mute)}
              >
                Unmute
              </button>
            ),
          },
        ]}
      />
    </>
  );
}
