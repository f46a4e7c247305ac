import { LocationProvider, Route, Router, lazy } from 'preact-iso';
import { Overview } from './overview/overview.tsx';
import { SignIn } from './sign-in/sign-in.tsx';
import { AllSites } from './sites/all-sites.tsx';
import { Missing } from './frame/missing.tsx';

const Events = lazy(async () => (await import('./events/events.tsx')).Events);

export function App() {
  return (
    <LocationProvider>
      <Router>
        <Route path="/" component={AllSites} />
        <Route path="/sign-in" component={SignIn} />
        <Route path="/sites/:siteId" component={Overview} />
        <Route path="/sites/:siteId/events" component={Events} />
        <Route default component={Missing} />
      </Router>
    </LocationProvider>
  );
}
