import type { ComponentChildren } from 'preact';
import { overviewPath } from '../links.ts';
import { formatCount } from '../numbers.ts';
import { Domain } from '../parts/domain.tsx';
import { Icon } from '../parts/icon.tsx';
import { type Day, formatHour, formatLongDay } from '../time/days.ts';
import { AlertMark } from './alert-mark.tsx';
import { type AlertActs, AlertMenu, dayOfAlert } from './alert-menu.tsx';
import type { Alert } from './alert-words.ts';
import { KIND_NAMES } from './alerts-view.ts';
import { Usual } from './usual.tsx';

type Props = {
  readonly alerts: readonly Alert[];
  readonly hasMore: boolean;
  readonly today: Day;
  /** Whether each says of which site it is. */
  readonly hasSites: boolean;
  readonly acts: AlertActs;
  readonly statusOf: (alert: Alert) => ComponentChildren;
};

/** Alerts, newest first, day by day. */
export function AlertList({ alerts, hasMore, today, hasSites, acts, statusOf }: Props) {
  const days = [...new Set(alerts.map(({ at }) => at.slice(0, 10)))];
  const columns = hasSites ? 6 : 5;
  if (alerts.length === 0)
    return <p class="empty">No alerts in this range. That is normal: alerts are rare by design.</p>;
  return (
    <>
      <table class="ledger" role="table">
        <thead role="rowgroup">
          <tr role="row">
            <Head class="t">Time</Head>
            <Head class="y">Kind</Head>
            {hasSites && <Head class="s">Site</Head>}
            <Head class="w">Alert</Head>
            <Head class="u">Usual and seen</Head>
            <Head class="a">
              <span class="sr">Actions</span>
            </Head>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {days.map((day) => [
            <tr class="day" role="row" key={day}>
              <th colSpan={columns} scope="colgroup" role="columnheader">
                {formatLongDay(day, today)}
              </th>
            </tr>,
            ...alerts
              .filter(({ at }) => at.startsWith(day))
              .map((alert) => <Row key={alert.id} {...{ alert, today, hasSites, acts, statusOf }} />),
          ])}
        </tbody>
      </table>
      <div class="foot">
        <span>
          {hasMore ? `The newest ${formatCount(alerts.length)}; choose fewer days to see others. ` : ''}
          Expect about one false alarm a site and year.
        </span>
        <a class="btn quiet small end" href="/settings/alerts">
          Choose what raises an alert
          <Icon name="go" />
        </a>
      </div>
    </>
  );
}

const Head = ({
  class: name,
  children,
}: {
  readonly class: string;
  readonly children: ComponentChildren;
}) => (
  <th scope="col" role="columnheader" class={name}>
    {children}
  </th>
);

type RowProps = Omit<Props, 'alerts' | 'hasMore'> & { readonly alert: Alert };

function Row({ alert, today, hasSites, acts, statusOf }: RowProps) {
  const { kind, at, state, site } = alert;
  const isExpected = state === 'EXPECTED';
  return (
    <tr role="row" class={isExpected ? 'known' : undefined}>
      <td role="cell" class="t">
        {at.slice(11, 16)}
      </td>
      <td role="cell" class="y">
        <span>
          <AlertMark kind={isExpected ? 'expected' : 'alert'} />
          <span>{KIND_NAMES[kind]}</span>
        </span>
      </td>
      {hasSites && (
        <td role="cell" class="s">
          {site ? (
            <a href={overviewPath(site.id)}>
              <Domain domain={site.domain} />
            </a>
          ) : (
            'The account'
          )}
        </td>
      )}
      <th scope="row" role="rowheader" class="w">
        <Said alert={alert} today={today} />
        {statusOf(alert)}
      </th>
      <td role="cell" class="u">
        <Usual alert={alert} />
      </td>
      <td role="cell" class="a">
        <AlertMenu alert={alert} today={today} acts={acts} />
      </td>
    </tr>
  );
}

/** What an alert says, with a link to its day. */
function Said({ alert, today }: Pick<RowProps, 'alert' | 'today'>) {
  const { at, until, state, title, detail, site } = alert;
  const day = dayOfAlert(alert);
  const href = site ? `${overviewPath(site.id)}?start=${day}&end=${day}` : '/settings/account';
  return (
    <>
      <a class="name" href={href}>
        <bdi>{title}</bdi>
      </a>
      {state === 'EXPECTED' && [' ', <span class="tag">as expected</span>]}
      {state === 'ONGOING' && [' ', <span class="tag">ongoing</span>]}
      <small>
        <bdi>{detail}</bdi>
        {state === 'OVER' && until !== null && until > at && ` Over at ${formatHour(until, today)}.`}
      </small>
    </>
  );
}
