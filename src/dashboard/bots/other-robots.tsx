import { useState } from 'preact/hooks';
import { useAnswer } from '../answers/use-answer.ts';
import { OtherRobotsDocument, type OtherRobotsQuery } from '../generated/graphql.ts';
import { formatCount } from '../numbers.ts';
import { Dialog } from '../parts/dialog.tsx';
import { FoundRows } from '../parts/full-list.tsx';
import { RowRule } from '../parts/ledger.tsx';
import { readableName } from '../parts/name-text.ts';
import { ProblemNote } from '../parts/note.tsx';
import { Table } from '../parts/table.tsx';
import { type Day, formatDay } from '../time/days.ts';

type Props = {
  readonly siteId: string;
  readonly start: Day;
  readonly end: Day;
  readonly today: Day;
};

/** A button that opens the robots that came and are not in the catalogue. */
export function OtherRobots(props: Props) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <button class="btn quiet small" aria-haspopup="dialog" onClick={() => setIsOpen(true)}>
        Other robots
      </button>
      {isOpen && (
        <Dialog
          title="Other robots"
          lede="They say that they are robots, and are in no list of AI bots. What they request is counted here alone."
          onClosed={() => setIsOpen(false)}
        >
          {(close) => <Robots {...props} close={close} />}
        </Dialog>
      )}
    </>
  );
}

type Site = NonNullable<OtherRobotsQuery['site']>;
type Robot = NonNullable<Site['unlistedRobots']>[number];

function Robots({ siteId: id, start, end, today, close }: Props & { readonly close: () => void }) {
  const { read, problem, askAgain } = useAnswer(OtherRobotsDocument, { id, start, end });
  const robots = read?.data.site?.unlistedRobots;
  if (!robots) {
    return (
      <>
        {problem ? <ProblemNote problem={problem} askAgain={askAgain} /> : <p role="status">Reading</p>}
        <div class="acts">
          <button type="button" class="btn" onClick={close}>
            Close
          </button>
        </div>
      </>
    );
  }
  return (
    <FoundRows what="robots" rows={robots} textOf={({ token }) => token} close={close}>
      {(shown, found) => <RobotTable robots={shown} inFile={found} start={start} today={today} />}
    </FoundRows>
  );
}

type TableProps = Pick<Props, 'start' | 'today'> & {
  readonly robots: readonly Robot[];
  readonly inFile: readonly Robot[];
};

function RobotTable({ robots, inFile, start, today }: TableProps) {
  const most = Math.max(...inFile.map(({ visits }) => visits));
  return (
    <Table
      rows={robots}
      rowsInFile={inFile}
      keyOf={({ token }) => token}
      columns={[
        {
          ...{ head: 'Robot', cellClass: 'grow' },
          cell: (robot) => <RobotName {...robot} isNew={robot.firstSeenAt.slice(0, 10) >= start} />,
          text: { Robot: ({ token }) => token, Documentation: ({ documentationUrl: url }) => url ?? '' },
        },
        {
          head: 'First seen',
          class: 'num',
          cell: ({ firstSeenAt }) => formatDay(firstSeenAt.slice(0, 10), today),
          text: ({ firstSeenAt }) => firstSeenAt,
        },
        {
          ...{ head: 'Requests', class: 'num', cellClass: 'share' },
          cell: ({ visits }) => (
            <>
              {formatCount(visits)}
              <RowRule kind="none" part={visits} most={most} />
            </>
          ),
          text: ({ visits }) => visits,
        },
      ]}
    />
  );
}

/** The address comes from a list of robots, never from their requests. */
function RobotName({ token, documentationUrl, isNew }: Robot & { readonly isNew: boolean }) {
  const name = readableName(token);
  return (
    <>
      {documentationUrl === null ? (
        <bdi class="name">{name}</bdi>
      ) : (
        <a class="name" href={documentationUrl} target="_blank" rel="noreferrer">
          <bdi>{name}</bdi>
        </a>
      )}
      {isNew && <span class="by">new here</span>}
    </>
  );
}
