import { ofOwnSheet } from '../answers/divide.ts';
import { partOf } from '../answers/part-of.ts';
import { useAnswer } from '../answers/use-answer.ts';
import {
  RulesSummaryDocument,
  type RulesSummaryQuery,
  SharedObedienceDocument,
  type SharedObedienceQuery,
  type SharedObedienceQueryVariables,
} from '../generated/graphql.ts';
import { rulesPath } from '../links.ts';
import { cutRows, formatCount } from '../numbers.ts';
import type { Links } from '../overview/site.ts';
import { BotLink } from '../parts/bot-link.tsx';
import { RowRule } from '../parts/ledger.tsx';
import { readableName } from '../parts/name-text.ts';
import { Name } from '../parts/name.tsx';
import { RefusedParts } from '../parts/refused.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { type SumRow, Table } from '../parts/table.tsx';
import type { Bounds } from '../time/range.ts';
import { type Obeyed, checkedOf, mostBroken, togetherOf } from './obedience.ts';

/** They change slowly, and take longer to read than all else of an overview. */
const EVERY_MS = 300_000;

/** As many as fill what is beside the five largest sections of a sitemap. */
const MOST_ROWS = 7;

/** Its height with eight rows, their total and a link. */
const HEIGHT = 447;

type Props = {
  readonly siteId: string;
  readonly days: Bounds;
  /** Without it, the overview is that of a share link, which knows no versions. */
  readonly links: Links | undefined;
};

type Summary = RulesSummaryQuery | SharedObedienceQuery;

/** Who broke robots.txt most, at the end of an overview. */
export function RulesSummary({ siteId, days: { start, end }, links }: Props) {
  // what is read without it are the same fields, and the versions
  const document = links ? RulesSummaryDocument : SharedObedienceDocument;
  const { read, askAgain, ...answer } = useAnswer<Summary, SharedObedienceQueryVariables>(
    document,
    { id: siteId, start, end },
    EVERY_MS,
  );
  const problem = ofOwnSheet(answer.problem);
  const site = read?.data.site;
  const obedience = partOf({ read, problem }, site?.obedience);
  const hasNone = links && site != null && 'robotsVersions' in site && site.robotsVersions?.length === 0;
  return (
    <RefusedParts problem={problem} askAgain={askAgain}>
      <Sheet
        title="Rules"
        hint="Visits that broke your robots.txt"
        place={hasNone ? 'c-6 o-6 short' : 'c-6 o-6'}
        hasCsv={!hasNone}
        height={HEIGHT}
      >
        {hasNone ? (
          <Blank href={rulesPath(siteId) + links.search} />
        ) : (
          obedience && (
            <>
              <BotTable obedience={obedience} links={links} />
              {links && (
                <div class="more">
                  <a class="btn quiet small" href={rulesPath(siteId) + links.search}>
                    Rules and pages
                  </a>
                </div>
              )}
            </>
          )
        )}
      </Sheet>
    </RefusedParts>
  );
}

function Blank({ href }: { readonly href: string }) {
  return (
    <p class="say">
      No robots.txt is known yet. <a href={href}>Add yours</a>, and visits since then are checked.
    </p>
  );
}

type Bot = Obeyed & { readonly botName: string; readonly botCompany: string };

type TableProps = {
  readonly obedience: Obeyed & { readonly bots: readonly Bot[] };
  readonly links: Links | undefined;
};

function BotTable({ obedience, links }: TableProps) {
  const bots = mostBroken(obedience.bots);
  const { shown, rest } = cutRows(bots, MOST_ROWS);
  const { unknown } = obedience;
  return (
    <Table
      rows={shown}
      rowsInFile={bots}
      keyOf={({ botName, botCompany }) => botName + botCompany}
      rest={restOf(rest)}
      foot={[
        {
          name: unknown > 0 ? `Total; ${formatCount(unknown)} more are unknown` : 'Total',
          cells: cellsOf(obedience),
        },
      ]}
      empty="No visit of these days has been checked."
      columns={[
        {
          ...{ head: 'Bot', cellClass: 'grow' },
          cell: ({ botName, botCompany }) => (
            <>
              {links ? <BotLink {...links} name={botName} /> : <Name name={botName} />}
              <span class="by" title={readableName(botCompany)}>
                <bdi>{readableName(botCompany)}</bdi>
              </span>
            </>
          ),
          text: { Bot: ({ botName }) => botName, Company: ({ botCompany }) => botCompany },
        },
        { head: 'Checked', class: 'num', cell: (bot) => formatCount(checkedOf(bot)) },
        {
          ...{ head: 'Violations', class: 'num' },
          cell: ({ against }) => (
            <>
              {formatCount(against)}
              {against > 0 && <RowRule kind="bot" part={against} most={bots[0]?.against ?? 0} />}
            </>
          ),
          text: ({ against }) => against,
        },
      ]}
    />
  );
}

function restOf(rest: readonly Bot[]): SumRow | undefined {
  if (rest.length === 0) return undefined;
  const innocent = rest.filter(({ against }) => against === 0).length;
  const words = innocent > 0 ? `, ${formatCount(innocent)} without violations` : '';
  return {
    name: `${formatCount(rest.length)} more bots${words}`,
    cells: cellsOf(togetherOf(rest)),
  };
}

const cellsOf = (counts: Obeyed) => [formatCount(checkedOf(counts)), formatCount(counts.against)];
