import { LocationProvider, Route, Router, lazy } from 'preact-iso';
import { Overview } from './overview/overview.tsx';
import { SignIn } from './sign-in/sign-in.tsx';
import { AllSites } from './sites/all-sites.tsx';
import { Missing } from './frame/missing.tsx';

const Events = lazy(async () => (await import('./events/events.tsx')).Events);
const Keys = lazy(() => import('./settings/keys.tsx').then(({ Keys }) => Keys));
const Sites = lazy(() => import('./settings/sites.tsx').then(({ Sites }) => Sites));
const Account = lazy(() => import('./settings/account.tsx').then(({ Account }) => Account));
const TrafficIn = lazy(() => import('./traffic-in/traffic-in.tsx').then(({ TrafficIn }) => TrafficIn));

export function App() {
  return (
    <LocationProvider>
      <Router>
        <Route path="/" component={AllSites} />
        <Route path="/sign-in" component={SignIn} />
        <Route path="/sites/:siteId" component={Overview} />
        <Route path="/sites/:siteId/events" component={Events} />
        <Route path="/sites/:siteId/traffic-in" component={TrafficIn} />
        <Route path="/settings/sites" component={Sites} />
        <Route path="/settings/keys" component={Keys} />
        <Route path="/settings/account" component={Account} />
        <Route default component={Missing} />
      </Router>
    </LocationProvider>
  );
}
