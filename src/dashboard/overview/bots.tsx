import { BotLink } from '../parts/bot-link.tsx';
import { Ledger, restCells, countColumns } from '../parts/ledger.tsx';
import { readableName } from '../parts/name-text.ts';
import { Name } from '../parts/name.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { PurposeBar } from './purpose-bar.tsx';
import { PURPOSE_WORDS } from '../purposes.ts';
import type { Links, OverviewStats } from './site.ts';

type Props = {
  readonly stats: OverviewStats | null | undefined;
  readonly links: Links | undefined;
};

/** The bots and what they fetch pages for. */
export function BotsSheet({ stats, links }: Props) {
  return (
    <Sheet title="Bots" hint="What they fetch pages for" place="c-7 w-4 o-2" hasCsv>
      {stats && (
        <>
          <PurposeBar purposes={stats.purposes} />
          <BotLedger bots={stats.botBreakdown} links={links} />
        </>
      )}
    </Sheet>
  );
}

type LedgerProps = Pick<Props, 'links'> & { readonly bots: OverviewStats['botBreakdown'] };

function BotLedger({ bots, links }: LedgerProps) {
  return (
    <Ledger
      what="bots"
      rows={bots}
      mostRows={11}
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
              <span class="by">{readableName(botCompany)}</span>
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
