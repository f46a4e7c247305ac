import { LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { useLayoutEffect } from 'preact/hooks';
import { Overview } from './overview/overview.tsx';
import { SignIn } from './sign-in/sign-in.tsx';
import { AllSites } from './sites/all-sites.tsx';
import { Missing } from './frame/missing.tsx';
import { screen } from './frame/screen.tsx';
import { isDecodable } from './links.ts';
import { SharedNotLoaded } from './shared/shared-frame.tsx';

const Events = screen(async () => (await import('./events/events.tsx')).Events);
const Keys = screen(async () => (await import('./settings/keys.tsx')).Keys);
const Sites = screen(async () => (await import('./settings/sites.tsx')).Sites);
const Account = screen(async () => (await import('./settings/account.tsx')).Account);
const TrafficIn = screen(async () => (await import('./traffic-in/traffic-in.tsx')).TrafficIn);
const Bot = screen(async () => (await import('./bot/bot.tsx')).Bot);
const Pages = screen(async () => (await import('./pages/pages.tsx')).Pages);
const ShareLinks = screen(async () => (await import('./share-links/share-links.tsx')).ShareLinks);
const OpenLink = screen(async () => (await import('./shared/open-link.tsx')).OpenLink, SharedNotLoaded);
const Shared = screen(async () => (await import('./shared/shared.tsx')).Shared, SharedNotLoaded);

export function App() {
  return (
    <LocationProvider>
      <Screens />
    </LocationProvider>
  );
}

function Screens() {
  if (!isDecodable(useLocation().path)) return <Missing />;
  return (
    <Router>
      <Route path="/" component={AllSites} />
      <Route path="/sign-in" component={SignIn} />
      <Route path="/sites/:siteId" component={Overview} />
      <Route path="/sites/:siteId/events" component={Events} />
      <Route path="/sites/:siteId/traffic-in" component={TrafficIn} />
      <Route path="/settings" component={ToSites} />
      <Route path="/settings/sites" component={Sites} />
      <Route path="/settings/keys" component={Keys} />
      <Route path="/settings/account" component={Account} />
      <Route path="/sites/:siteId/pages" component={Pages} />
      <Route path="/sites/:siteId/bots/:botName" component={Bot} />
      <Route path="/sites/:siteId/share-links" component={ShareLinks} />
      <Route path="/share" component={OpenLink} />
      <Route path="/share/:link" component={Shared} />
      <Route default component={Missing} />
    </Router>
  );
}

/** The settings begin with the sites. */
function ToSites() {
  const { route } = useLocation();
  useLayoutEffect(() => route('/settings/sites', true), []);
  return null;
}
