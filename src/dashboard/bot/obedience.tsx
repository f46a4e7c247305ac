import { useAnswer } from '../answers/use-answer.ts';
import { CheckedUntilDocument } from '../generated/graphql.ts';
import { rulesPath } from '../links.ts';
import { formatCount, formatShare, shareOf } from '../numbers.ts';
import { FillBar, Swatch } from '../parts/fills.tsx';
import { readableLine } from '../parts/name-text.ts';
import { readablePath } from '../parts/path-text.ts';
import { Sheet } from '../parts/sheet.tsx';
import { Table } from '../parts/table.tsx';
import { KINDS, checkedOf, formatMoment, isBehind, wordsOfChecking } from '../rules/obedience.ts';
import type { Day } from '../time/days.ts';
import type { LoadedBot, ProfiledBot } from './profile.ts';

/** The height of this sheet once its three rows are there, which the sheet beside it shares. */
export const SECOND_ROW_HEIGHT = 318;

type Obedience = NonNullable<ProfiledBot['obedience']>;

type Links = { readonly siteId: string; readonly search: string };

type Props = Links & { readonly bot: LoadedBot; readonly end: Day; readonly today: Day };

/** Whether the visits of the bot followed robots.txt. */
export function ObedienceSheet({ bot, end, today, ...links }: Props) {
  const obedience = bot?.obedience;
  const checking = { siteId: links.siteId, end, today };
  return (
    <Sheet
      title="Does it follow your robots.txt?"
      place="c-7"
      height={SECOND_ROW_HEIGHT}
      hasCsv={obedience !== null}
      {...(obedience && {
        hint: `${formatCount(checkedOf(obedience))} of ${formatCount(bot.visits)} visits checked`,
      })}
    >
      {bot &&
        (obedience ? (
          <>
            <div class="purposes bare">
              <FillBar
                parts={KINDS.map((kind) => ({ ...kind, count: obedience[kind.field] }))}
                all={obedience.visits}
                height={10}
              />
            </div>
            <ObedienceTable obedience={obedience} />
            <p class="say">
              <LastRead obedience={obedience} today={today} {...links} />
              {wordsOfOperator(obedience)} {obedience.visits < bot.visits && <Checking {...checking} />}
            </p>
          </>
        ) : (
          <p class="say">
            <Checking {...checking} none="No visit of these days has been checked." />
          </p>
        ))}
    </Sheet>
  );
}

type CheckingProps = {
  readonly siteId: string;
  readonly end: Day;
  readonly today: Day;
  /** What is said if no visit has yet to be checked. */
  readonly none?: string;
};

/** Up to when visits are checked. It is asked only where visits of the bot are missing in what was checked. */
function Checking({ siteId, end, today, none }: CheckingProps) {
  const { read, problem } = useAnswer(CheckedUntilDocument, { id: siteId, end });
  const checked = read?.data.site?.obedience;
  // where nothing was ever checked there may be nothing to check
  const isUnderWay = typeof checked?.judgedUntil === 'string' && isBehind(checked, end, read?.atMs ?? 0);
  const words = isUnderWay ? wordsOfChecking(checked, undefined, today) : (read ?? problem) && none;
  return <span role="status">{words}</span>;
}

function ObedienceTable({ obedience }: { readonly obedience: Obedience }) {
  const { visits } = obedience;
  return (
    <Table
      class="verdicts"
      hasHiddenHeads
      rows={KINDS}
      keyOf={({ field }) => field}
      foot={[{ name: 'Total', cells: [formatCount(visits), <data value={1}>100%</data>] }]}
      columns={[
        {
          ...{ head: 'Kind', cellClass: 'grow' },
          cell: ({ field, fill, name }) => (
            <>
              <Swatch class="sw" fill={fill} />
              <span class="name">{name}</span>
              <span class="by">
                <Why field={field} obedience={obedience} />
              </span>
            </>
          ),
          text: ({ name }) => name,
        },
        { head: 'Visits', class: 'num', cell: ({ field }) => formatCount(obedience[field]) },
        {
          head: 'Share',
          class: 'num share',
          cell: ({ field }) =>
            field === 'against' && obedience.against === 0 ? 'none' : formatShare(obedience[field], visits),
          text: ({ field }) => shareOf(obedience[field], visits),
        },
      ]}
    />
  );
}

type WhyProps = { readonly field: keyof Obedience; readonly obedience: Obedience };

/** For violations, the rule that it broke most. */
function Why({ field, obedience: { rules } }: WhyProps) {
  const [rule] = rules;
  if (field === 'allowed') return <>by every version that it may have relied on</>;
  if (field === 'unknown') return <>which rules applied cannot be known</>;
  if (!rule) return null;
  const [page] = rule.pages;
  return (
    <>
      <bdi class="mono">{readableLine(rule.rule, 100)}</bdi>
      {page && (
        <>
          , most at{' '}
          <bdi class="mono" dir="ltr" title={page.pagePath}>
            {readablePath(page.pagePath)}
          </bdi>
        </>
      )}
    </>
  );
}

type LastReadProps = Links & { readonly obedience: Obedience; readonly today: Day };

function LastRead({ obedience: { lastReadAt, lastReadVersion }, today, siteId, search }: LastReadProps) {
  if (lastReadAt === null) return <>It never read robots.txt. </>;
  const version = lastReadVersion === null ? 'robots.txt' : `version ${lastReadVersion}`;
  return (
    <>
      It last read <a href={rulesPath(siteId) + search}>{version}</a> on {formatMoment(lastReadAt, today)}
      .{' '}
    </>
  );
}

function wordsOfOperator({ followsRobots }: Obedience): string {
  if (followsRobots === null) return '';
  return followsRobots
    ? 'Its operator says that it follows robots.txt.'
    : 'Its operator says that it does not follow robots.txt.';
}
