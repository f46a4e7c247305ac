import { useAnswer } from '../answers/use-answer.ts';
import { AllAlertsDocument } from '../generated/graphql.ts';
import { useViewIn } from '../time/use-view.ts';
import { AlertsScreen } from './alerts-screen.tsx';
import { formatAlertsView, parseAlertsView } from './alerts-view.ts';

/** What was noticed about all sites, and about the account. */
export function AllAlertsScreen() {
  const shown = useViewIn({ parse: parseAlertsView, format: formatAlertsView });
  const { start, end, kind = null, state = null } = shown.view;
  const answer = useAnswer(AllAlertsDocument, { start, end, kind, state });
  const data = answer.read?.data;
  return (
    <AlertsScreen
      title="Alerts of all sites"
      sub="All sites: newest first, times in UTC"
      {...{ answer, ...shown }}
      alerts={data && (data.account?.alerts ?? null)}
    />
  );
}
