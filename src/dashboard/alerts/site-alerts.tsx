import { useRoute } from 'preact-iso';
import { useAnswer } from '../answers/use-answer.ts';
import { NoSite, isNoSite } from '../frame/missing.tsx';
import { SiteAlertsDocument } from '../generated/graphql.ts';
import { overviewPath } from '../links.ts';
import { Domain } from '../parts/domain.tsx';
import { useViewIn } from '../time/use-view.ts';
import { AlertsScreen } from './alerts-screen.tsx';
import { formatAlertsView, parseAlertsView } from './alerts-view.ts';

/** What was noticed about a site. */
export function SiteAlertsScreen() {
  const siteId = useRoute().params['siteId'] ?? '';
  const shown = useViewIn({ parse: parseAlertsView, format: formatAlertsView });
  const { start, end, kind = null, state = null } = shown.view;
  const answer = useAnswer(SiteAlertsDocument, { id: siteId, start, end, kind, state });
  const data = answer.read?.data;
  const site = data?.site;
  if (isNoSite(answer.problem)) return <NoSite frame={data} />;
  const sub = site ? (
    <>
      <a href={overviewPath(siteId)}>
        <Domain domain={site.domain} />
      </a>
      : newest first, times in UTC
    </>
  ) : (
    'Reading'
  );
  return (
    <AlertsScreen
      title="Alerts"
      {...{ siteId, sub, answer, ...shown }}
      alerts={data && (site?.alerts ?? null)}
    />
  );
}
