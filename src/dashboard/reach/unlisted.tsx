import { ofOwnSheet } from '../answers/divide.ts';
import { useAnswer } from '../answers/use-answer.ts';
import { UnlistedPagesDocument } from '../generated/graphql.ts';
import { formatCount } from '../numbers.ts';
import { CsvButton, WithCsv } from '../parts/csv-button.tsx';
import { RowRule } from '../parts/ledger.tsx';
import { RefusedPart, RefusedParts } from '../parts/refused.tsx';
import { Table } from '../parts/table.tsx';
import { type ListProps, pathColumn, withBot } from './page-list.tsx';
import { REACH_EVERY_MS } from './reached.ts';

/** The pages read most that the sitemap lacks. */
export function Unlisted({ asked, search }: Pick<ListProps, 'asked' | 'search'>) {
  const { read, askAgain, ...answer } = useAnswer(UnlistedPagesDocument, asked, REACH_EVERY_MS);
  const problem = ofOwnSheet(answer.problem);
  const pages = read?.data.site?.reach?.unlisted;
  const most = pages?.[0]?.visits ?? 0;
  return (
    <RefusedParts problem={problem} askAgain={askAgain}>
      <WithCsv>
        <Table
          class="unread"
          label="Pages: not listed"
          rows={read || problem ? (pages ?? []) : undefined}
          keyOf={({ pagePath }) => pagePath}
          skeleton={[['w2'], ['w3'], ['w1'], ['w2'], ['w3']]}
          columns={[
            pathColumn(pages ?? [], { siteId: asked.id, search: withBot(search, asked.botName) }),
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
        {pages?.length === 0 && <p class="say">Bots read no page that your sitemap lacks.</p>}
        {read && !pages && <RefusedPart />}
        <div class="foot">
          <span>The 25 that bots read most, of those that are not in your sitemap.</span>
          <div class="end">
            <CsvButton title="Pages not listed" isDisabled={!pages} />
          </div>
        </div>
      </WithCsv>
    </RefusedParts>
  );
}
