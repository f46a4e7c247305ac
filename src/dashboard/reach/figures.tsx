import { formatCount, formatShare } from '../numbers.ts';
import { RefusedPart } from '../parts/refused.tsx';
import { type Day, formatDay } from '../time/days.ts';
import { type Reach, everRead, formatMedian } from './reached.ts';

type Props = {
  /** Undefined while it loads, null if it was refused. */
  readonly reach: Reach | null | undefined;
  readonly today: Day;
};

/** How much of the sitemap is read, in five figures. */
export function Figures({ reach, today }: Props) {
  return (
    <section class="sheet of-reach" aria-label="Reach" aria-busy={reach === undefined}>
      {reach === null ? (
        <RefusedPart />
      ) : (
        <dl class="figures">
          {figuresOf(reach, today).map(({ name, figure, words }) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {reach ? <b>{figure}</b> : <b class="skel tall w3" />}
                <span>{reach ? words : '\u00a0'}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </section>
  );
}

type Figure = { readonly name: string; readonly figure: string; readonly words: string };

function figuresOf(reach: Reach | undefined, today: Day): readonly Figure[] {
  const { pages = 0, read = 0, stale = 0, unread = 0 } = reach ?? {};
  const all = everRead({ read, stale });
  const median = reach?.medianDaysToRead ?? null;
  return [
    {
      name: 'In your sitemap',
      figure: formatCount(pages),
      words: `pages, as of ${reach ? formatDay(reach.updatedAt.slice(0, 10), today) : ''}`,
    },
    {
      name: 'Read',
      figure: formatCount(all),
      words: `${formatShare(all, pages)}, ${formatCount(read)} up to date`,
    },
    { name: 'Stale', figure: formatCount(stale), words: 'changed since they were read' },
    {
      name: 'Never read',
      figure: formatCount(unread),
      words: `${formatShare(unread, pages)}, on these days`,
    },
    {
      name: 'Time to first read',
      figure: formatMedian(median),
      words: median === null ? 'no page changed and was read' : 'median after a change',
    },
  ];
}
