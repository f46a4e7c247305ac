import { botsPath } from '../links.ts';
import { formatCount } from '../numbers.ts';
import { BotLink } from '../parts/bot-link.tsx';
import { Ledger, restCells, countColumns } from '../parts/ledger.tsx';
import { readableName } from '../parts/name-text.ts';
import { Name } from '../parts/name.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { PurposeBar } from './purpose-bar.tsx';
import { PURPOSE_WORDS } from '../purposes.ts';
import type { Planned } from './rows.ts';
import type { Links, OverviewStats } from './site.ts';

type Props = {
  readonly stats: OverviewStats | null | undefined;
  readonly links: Links | undefined;
  readonly planned: Planned;
};

/** The bots and what they fetch pages for. */
export function BotsSheet({ stats, links, planned }: Props) {
  return (
    <Sheet title="Bots" hint="What they fetch pages for" place="c-7 w-4 o-2" hasCsv height={planned.height}>
      {stats && (
        <>
          <PurposeBar purposes={stats.purposes} />
          <BotLedger bots={stats.botBreakdown} links={links} mostRows={planned.mostRows} />
        </>
      )}
    </Sheet>
  );
}

type LedgerProps = Pick<Props, 'links'> & {
  readonly bots: OverviewStats['botBreakdown'];
  readonly mostRows: number;
};

function BotLedger({ bots, links, mostRows }: LedgerProps) {
  return (
    <Ledger
      what="bots"
      rows={bots}
      mostRows={mostRows}
      page={
        links && {
          href: botsPath(links.siteId) + links.search,
          name: `All ${formatCount(bots.length)} bots`,
        }
      }
      keyOf={({ botName, botCompany }) => botName + botCompany}
      textOf={({ botName, botCompany }) => `${botName} ${botCompany}`}
      restOf={(rest) => ['', ...restCells(rest, bots)]}
      empty="No bot came on these days."
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
        {
          ...{ head: 'Purpose', class: 'narrow-off', cellClass: 'dim' },
          cell: ({ purpose }) => PURPOSE_WORDS[purpose],
        },
        ...countColumns('bot', 'Visits', bots),
      ]}
    />
  );
}
