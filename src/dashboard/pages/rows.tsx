import { eventsPath, withParam } from '../links.ts';
import { formatBytes, formatCount } from '../numbers.ts';
import { type Field, LANES } from '../overview/kinds.ts';
import { Mark } from '../parts/mark.tsx';
import { Rule } from '../parts/rule.tsx';
import type { PageCounts } from './site.ts';
import type { Sums } from './sums.ts';

type RowProps = {
  readonly page: PageCounts;
  readonly siteId: string;
  readonly view: string;
  readonly bot: string;
  readonly botsOnly: boolean;
  /** The count that the list is sorted by, and the largest of the part. */
  readonly bar: { readonly field: Field | 'failed'; readonly part: number; readonly most: number };
};

export function PageRow({ page, siteId, view, bot, botsOnly, bar }: RowProps) {
  const search = withParam(bot === '' ? view : withParam(view, 'bot', bot), 'page', page.pagePath);
  const kind = LANES.find(({ field }) => field === bar.field)?.kind ?? 'bot';
  return (
    <tr role="row">
      <th scope="row" class="grow" role="rowheader">
        <a class="mono" href={eventsPath(siteId) + search}>
          <bdi title={page.pagePath}>{page.pagePath}</bdi>
        </a>
        <Rule kind={kind} part={bar.part} most={bar.most} />
      </th>
      <Counts sums={page} botsOnly={botsOnly} />
    </tr>
  );
}

type SumProps = {
  readonly name: string;
  readonly sums: Sums;
  readonly botsOnly: boolean;
  readonly whole?: boolean;
};

export function SumRow({ name, sums, botsOnly, whole = false }: SumProps) {
  return (
    <tr role="row" class={whole ? 'whole' : ''}>
      <th scope="row" role="rowheader">
        {name}
      </th>
      <Counts sums={sums} botsOnly={botsOnly} />
    </tr>
  );
}

function Counts({ sums, botsOnly }: { readonly sums: Sums; readonly botsOnly: boolean }) {
  return (
    <>
      {LANES.slice(0, botsOnly ? 1 : 3).map(({ kind, field, name }) => (
        <td class="num" role="cell" key={kind}>
          <span class="phone">
            <Mark kind={kind} />
            <span class="sr">{name}</span>
          </span>
          {formatCount(sums[field])}
        </td>
      ))}
      <td class="num pe" role="cell">
        {formatCount(sums.failed)}
        <span class="phone"> {sums.failed === 1 ? 'error' : 'errors'}</span>
      </td>
      <td class="num pb" role="cell">
        {formatBytes(sums.bytes)}
      </td>
    </>
  );
}
