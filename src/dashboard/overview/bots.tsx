import { cutRows, formatCount, formatShare, sumOf } from '../numbers.ts';
import { BotLink } from '../parts/bot-link.tsx';
import { FullList } from '../parts/full-list.tsx';
import { Heads, Nothing, RestHead } from '../parts/ledger.tsx';
import { Rule } from '../parts/rule.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { PURPOSES, Purposes } from './purposes.tsx';
import type { Links, Stats } from './site.ts';

const MOST_ROWS = 11;

type Props = {
  readonly stats: Stats | null | undefined;
  readonly links: Links | undefined;
};

/** The bots and what they fetch pages for. */
export function Bots({ stats, links }: Props) {
  const bots = stats?.botBreakdown ?? [];
  return (
    <Sheet title="Bots" hint="What they fetch pages for" place="c-7 w-4 o-2">
      {stats && (
        <>
          <Purposes purposes={stats.purposes} />
          {bots.length === 0 ? (
            <Nothing what="No bot came in these days." />
          ) : (
            <BotTable bots={bots} {...cutRows(bots, MOST_ROWS)} links={links} />
          )}
          {bots.length > MOST_ROWS + 1 && (
            <FullList what="bots" rows={bots} textOf={(bot) => `${bot.botName} ${bot.botCompany}`}>
              {(shown) => <BotTable bots={bots} shown={shown} rest={[]} links={links} />}
            </FullList>
          )}
        </>
      )}
    </Sheet>
  );
}

type Rows = readonly Stats['botBreakdown'][number][];

type TableProps = Omit<Props, 'stats'> & {
  /** All of them, of which each has a share. */
  readonly bots: Rows;
  readonly shown: Rows;
  /** What the last row sums up. */
  readonly rest: Rows;
};

function BotTable({ bots, shown, rest, links }: TableProps) {
  const all = sumOf(bots, ({ count }) => count);
  const more = sumOf(rest, ({ count }) => count);
  return (
    <table class="ledger">
      <thead>
        <tr>
          <th scope="col">Bot</th>
          <th scope="col" class="narrow-off">
            Purpose
          </th>
          <Heads names={['Visits', 'Share']} />
        </tr>
      </thead>
      <tbody>
        {shown.map(({ botName, botCompany, purpose, count }) => (
          <tr key={botName + botCompany}>
            <th scope="row" class="grow">
              {links ? <BotLink {...links} name={botName} /> : <bdi class="name">{botName}</bdi>}
              <span class="by">{botCompany}</span>
            </th>
            <td class="dim narrow-off">{PURPOSES[purpose]}</td>
            <td class="num">{formatCount(count)}</td>
            <td class="num share">
              {formatShare(count, all)}
              <Rule kind="bot" part={count} most={bots[0]?.count ?? 0} />
            </td>
          </tr>
        ))}
        {rest.length > 0 && (
          <tr>
            <RestHead>{rest.length} more bots</RestHead>
            <td class="narrow-off" />
            <td class="num">{formatCount(more)}</td>
            <td class="num share">{formatShare(more, all)}</td>
          </tr>
        )}
      </tbody>
    </table>
  );
}
