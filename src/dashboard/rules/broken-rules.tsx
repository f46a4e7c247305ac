import { eventsPath, withParam } from '../links.ts';
import { formatCount, sumOf } from '../numbers.ts';
import { RowRule } from '../parts/ledger.tsx';
import { readableLine, readableName } from '../parts/name-text.ts';
import { readablePath } from '../parts/path-text.ts';
import { Sheet } from '../parts/sheet.tsx';
import { type SumRow, Table } from '../parts/table.tsx';
import { type Obedience, checkedOf } from './obedience.ts';

type Props = Links & { readonly obedience: Obedience | null | undefined; readonly newest: number };

type Links = { readonly siteId: string; readonly search: string };

type BrokenRule = Obedience['rules'][number];

/** The rules that were broken most, by whom, and where. `newest` is the number of the newest version. */
export function BrokenRulesSheet({ obedience, newest, ...links }: Props) {
  return (
    <Sheet
      title="Rules they broke"
      hint="By visits"
      place="c-7"
      hasCsv={obedience?.against !== 0}
      height={300}
    >
      {obedience &&
        (obedience.against === 0 ? (
          <NoViolations obedience={obedience} />
        ) : (
          <RuleTable obedience={obedience} newest={newest} {...links} />
        ))}
    </Sheet>
  );
}

function NoViolations({ obedience }: { readonly obedience: Obedience }) {
  const { unknown } = obedience;
  return (
    <div class="blank small">
      <h3>No violations</h3>
      <p>
        {formatCount(checkedOf(obedience))} visits were checked
        {unknown > 0 && `; ${formatCount(unknown)} more are unknown, which is not the same as followed`}.
      </p>
    </div>
  );
}

type TableProps = Links & { readonly obedience: Obedience; readonly newest: number };

function RuleTable({ obedience: { rules, against }, newest, ...links }: TableProps) {
  const most = rules[0]?.visits ?? 0;
  return (
    <Table
      class="rulez"
      rows={rules}
      keyOf={({ version, line, rule }) => `${version} ${line} ${rule}`}
      rest={restOf(rules, against)}
      columns={[
        {
          ...{ head: 'Rule and most read page', cellClass: 'two' },
          cell: (rule) => <RuleName {...links} rule={rule} newest={newest} />,
          text: {
            Rule: ({ rule }) => rule,
            Group: ({ group }) => group,
            Line: ({ line }) => line,
            Version: ({ version }) => version,
            Bots: ({ bots }) => bots.join(', '),
            'Most read page': ({ pages: [page] }) => page?.pagePath,
          },
        },
        {
          ...{ head: 'Visits', class: 'num' },
          cell: ({ visits }) => (
            <>
              {formatCount(visits)}
              <RowRule kind="bot" part={visits} most={most} />
            </>
          ),
          text: ({ visits }) => visits,
        },
      ]}
    />
  );
}

/** What broke others than the rules that are listed. */
function restOf(rules: readonly BrokenRule[], against: number): SumRow | undefined {
  const others = against - sumOf(rules, ({ visits }) => visits);
  return others > 0 ? { name: 'Other rules', cells: [formatCount(others)] } : undefined;
}

const MOST_LETTERS = 100;

type NameProps = Links & { readonly rule: BrokenRule; readonly newest: number };

function RuleName({ rule: { rule, group, line, version, bots, pages }, newest, siteId, search }: NameProps) {
  const [page] = pages;
  return (
    <>
      <bdi class="mono name">{readableLine(rule, MOST_LETTERS)}</bdi>
      <span class="by">
        for <bdi>{group === '*' ? 'everyone' : readableLine(group, MOST_LETTERS)}</bdi>, line {line}
        {version !== newest && ` of version ${version}`}
      </span>
      <small class="clip">
        <bdi>{someOf(bots)}</bdi>
        {page && (
          <>
            :{' '}
            <a class="mono" href={eventsPath(siteId) + withParam(search, 'page', page.pagePath)}>
              <bdi dir="ltr">{readablePath(page.pagePath)}</bdi>
            </a>
          </>
        )}
      </small>
    </>
  );
}

const MOST_BOTS = 3;

/** The first names, and how many more there are. */
function someOf(bots: readonly string[]): string {
  const shown = bots.slice(0, bots.length === MOST_BOTS + 1 ? MOST_BOTS + 1 : MOST_BOTS);
  const more = bots.length - shown.length;
  return shown.map(readableName).join(', ') + (more > 0 ? ` and ${formatCount(more)} more` : '');
}
