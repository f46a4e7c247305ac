import { type EventsView, NO_FILTERS, isFiltered } from './events-view.ts';

type Props = { readonly view: EventsView; readonly change: (changed: Partial<EventsView>) => void };

const KINDS = { BOT: 'bot visits', REFERRAL: 'referrals', CONVERSION: 'conversions', ALL: 'events' };

/** In place of a table without rows. */
export function NoEvents({ view, change }: Props) {
  const { type, bot, page } = view;
  return (
    <div class="blank">
      <h2>No {KINDS[type ?? 'ALL']} on these days</h2>
      <p>
        {bot !== undefined && (
          <>
            Only visits of the bot <bdi>{bot}</bdi> are shown.{' '}
          </>
        )}
        {page !== undefined && (
          <>
            Only events of the page <bdi class="mono">{page}</bdi> are shown.{' '}
          </>
        )}
        Other days may have some.
      </p>
      {isFiltered(view) && (
        <div class="acts">
          <button class="btn primary" onClick={() => change(NO_FILTERS)}>
            Show all events
          </button>
        </div>
      )}
    </div>
  );
}
