import { useChange } from '../answers/use-change.ts';
import { KIND_NAMES } from '../alerts/alerts-view.ts';
import { type SiteAlertSettingsQuery, UnmuteDocument } from '../generated/graphql.ts';
import { ChangeNote } from '../parts/form-dialog.tsx';
import { readableName } from '../parts/name-text.ts';
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
  const unmute = async ({ subjectKind, subject, kind }: Mute) => {
    if (await send({ siteId, subjectKind, subject, kind })) onDone();
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
                {inKind(kind)}
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
              <button class="btn small" onClick={() => void unmute(mute)}>
                {endsOthers(mute, mutes) ? 'Unmute all' : 'Unmute'}
                <span class="sr">
                  {endsOthers(mute, mutes) && ' of'} <bdi>{readableName(mute.subject)}</bdi>
                  {inKind(mute.kind)}
                </span>
              </button>
            ),
          },
        ]}
      />
    </>
  );
}

const inKind = (kind: Mute['kind']) => kind !== null && ` (${KIND_NAMES[kind]})`;

/** Whether others of its subject end with a mute, as they do with that of all kinds. */
const endsOthers = ({ subjectKind, subject, kind }: Mute, mutes: readonly Mute[]): boolean =>
  kind === null &&
  mutes.some((one) => one.kind !== null && one.subjectKind === subjectKind && one.subject === subject);
