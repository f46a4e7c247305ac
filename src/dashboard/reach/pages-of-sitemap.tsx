import { formatCount } from '../numbers.ts';
import { formatDay } from '../time/days.ts';
import { type ListProps, PageList } from './page-list.tsx';
import { type ListedState, STATES } from './reach-view.ts';
import type { Reach } from './reached.ts';
import { Unlisted } from './unlisted.tsx';

type Props = ListProps & { readonly reach: Reach | null | undefined };

/** The pages themselves: those never read, and the others. */
export function SitemapPages({ reach, ...list }: Props) {
  const { view, today, change } = list;
  const { state } = view;
  return (
    <section class="sheet long-list of-sitemap" aria-labelledby="of-sitemap">
      <header>
        <h2 id="of-sitemap">Pages</h2>
        {reach && (
          <p>
            Sitemap of {formatDay(reach.updatedAt.slice(0, 10), today)}, {formatCount(reach.pages)} pages
          </p>
        )}
        <div class="seg end" role="group" aria-label="Which pages">
          {STATES.map(({ value, label }) => (
            <button
              key={value}
              aria-pressed={value === state}
              onClick={() => change({ state: value, search: '' })}
            >
              {label}{' '}
              {reach && value !== 'NOT_LISTED' && (
                <span class="count">{formatCount(reach[FIELDS[value]])}</span>
              )}
            </button>
          ))}
        </div>
      </header>
      {state === 'NOT_LISTED' ? <Unlisted {...list} /> : <PageList key={state} {...list} state={state} />}
    </section>
  );
}

const FIELDS: Readonly<Record<Exclude<ListedState, 'NOT_LISTED'>, 'unread' | 'stale' | 'read'>> = {
  UNREAD: 'unread',
  STALE: 'stale',
  READ: 'read',
};
