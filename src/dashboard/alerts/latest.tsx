import { alertsPath } from '../links.ts';
import { Domain } from '../parts/domain.tsx';
import { Icon } from '../parts/icon.tsx';
import { dayOf, formatHour, nowMs } from '../time/days.ts';
import { AlertMark } from './alert-mark.tsx';
import type { Alert } from './alert-words.ts';

/** Null if they were refused. */
type Props = { readonly alerts: { readonly nodes: readonly Alert[] } | null | undefined };

/** The latest of all sites; nothing where there are none. */
export function LatestAlerts({ alerts }: Props) {
  const today = dayOf(nowMs());
  if (!alerts || alerts.nodes.length === 0) return null;
  return (
    <section class="sheet latest" aria-label="Alerts of the last 7 days">
      <header>
        <h2>Alerts</h2>
        <p>The latest of the last 7 days</p>
      </header>
      <ul>
        {alerts.nodes.map(({ id, site, state, title, at }) => (
          <li key={id}>
            <AlertMark kind={state === 'EXPECTED' ? 'expected' : 'alert'} />
            <span>
              <a href={alertsPath(site?.id)}>
                <bdi>{title}</bdi>
              </a>{' '}
              <small>
                {site ? <Domain domain={site.domain} /> : 'The account'}, {formatHour(at, today)}
              </small>
            </span>
          </li>
        ))}
      </ul>
      <div class="foot">
        <a class="btn quiet small" href={alertsPath()}>
          All alerts
          <Icon name="go" />
        </a>
      </div>
    </section>
  );
}
