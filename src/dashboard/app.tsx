import { LocationProvider, Route, Router, useLocation } from 'preact-iso';
import { useLayoutEffect, useState } from 'preact/hooks';
import { OverviewScreen } from './overview/overview.tsx';
import { SignInScreen } from './sign-in/sign-in.tsx';
import { AllSitesScreen } from './sites/all-sites.tsx';
import { MissingScreen } from './frame/missing.tsx';
import { FirstDayScreen } from './frame/first-day-screen.tsx';
import { knownFirstDay } from './frame/known-frame.ts';
import { lazyScreen } from './frame/screen.tsx';
import { hasDays, isDecodable, siteIdIn } from './links.ts';
import { SharedNotLoaded } from './shared/shared-frame.tsx';
import { dayOf, nowMs } from './time/days.ts';
import { showsAllTime } from './time/range.ts';

const EventsScreen = lazyScreen(async () => (await import('./events/events.tsx')).EventsScreen);
const KeysScreen = lazyScreen(async () => (await import('./settings/keys.tsx')).KeysScreen);
const SitesScreen = lazyScreen(async () => (await import('./settings/sites.tsx')).SitesScreen);
const AccountScreen = lazyScreen(async () => (await import('./settings/account.tsx')).AccountScreen);
const AlertSettingsScreen = lazyScreen(
  async () => (await import('./settings/alerts.tsx')).AlertSettingsScreen,
);
const TrafficInScreen = lazyScreen(async () => (await import('./traffic-in/traffic-in.tsx')).TrafficInScreen);
const WayScreen = lazyScreen(async () => (await import('./traffic-in/way.tsx')).WayScreen);
const RecordingScreen = lazyScreen(async () => (await import('./recording/recording.tsx')).RecordingScreen);
const BotScreen = lazyScreen(async () => (await import('./bot/bot.tsx')).BotScreen);
const BotsScreen = lazyScreen(async () => (await import('./bots/bots.tsx')).BotsScreen);
const PagesScreen = lazyScreen(async () => (await import('./pages/pages.tsx')).PagesScreen);
const ReachScreen = lazyScreen(async () => (await import('./reach/reach.tsx')).ReachScreen);
const RulesScreen = lazyScreen(async () => (await import('./rules/rules.tsx')).RulesScreen);
const SiteAlertsScreen = lazyScreen(async () => (await import('./alerts/site-alerts.tsx')).SiteAlertsScreen);
const AllAlertsScreen = lazyScreen(async () => (await import('./alerts/all-alerts.tsx')).AllAlertsScreen);
const ShareLinksScreen = lazyScreen(
  async () => (await import('./share-links/share-links.tsx')).ShareLinksScreen,
);
const OpenLinkScreen = lazyScreen(
  async () => (await import('./shared/open-link.tsx')).OpenLinkScreen,
  SharedNotLoaded,
);
const SharedScreen = lazyScreen(
  async () => (await import('./shared/shared.tsx')).SharedScreen,
  SharedNotLoaded,
);

export function App() {
  return (
    <LocationProvider>
      <Screens />
    </LocationProvider>
  );
}

function Screens() {
  const { path, url } = useLocation();
  const [, setRound] = useState(0);
  if (!isDecodable(path)) return <MissingScreen />;
  const siteId = siteIdIn(path);
  if (needsFirstDay(path, siteId, url))
    return <FirstDayScreen siteId={siteId} onRead={() => setRound((last) => last + 1)} />;
  return (
    <Router>
      <Route path="/" component={AllSitesScreen} />
      <Route path="/sign-in" component={SignInScreen} />
      <Route path="/sites/:siteId" component={OverviewScreen} />
      <Route path="/sites/:siteId/events" component={EventsScreen} />
      <Route path="/sites/:siteId/traffic-in" component={TrafficInScreen} />
      <Route path="/sites/:siteId/traffic-in/:way" component={WayScreen} />
      <Route path="/sites/:siteId/recording" component={RecordingScreen} />
      <Route path="/settings" component={ToSites} />
      <Route path="/settings/sites" component={SitesScreen} />
      <Route path="/settings/keys" component={KeysScreen} />
      <Route path="/settings/alerts" component={AlertSettingsScreen} />
      <Route path="/settings/account" component={AccountScreen} />
      <Route path="/sites/:siteId/pages" component={PagesScreen} />
      <Route path="/sites/:siteId/pages/reach" component={ReachScreen} />
      <Route path="/sites/:siteId/pages/rules" component={RulesScreen} />
      <Route path="/sites/:siteId/bots" component={BotsScreen} />
      <Route path="/sites/:siteId/bots/:botName" component={BotScreen} />
      <Route path="/alerts" component={AllAlertsScreen} />
      <Route path="/sites/:siteId/alerts" component={SiteAlertsScreen} />
      <Route path="/sites/:siteId/share-links" component={ShareLinksScreen} />
      <Route path="/share" component={OpenLinkScreen} />
      <Route path="/share/:link" component={SharedScreen} />
      <Route default component={MissingScreen} />
    </Router>
  );
}

/** Whether a screen shows all time, and its first day is not known yet. */
function needsFirstDay(path: string, siteId: string | undefined, url: string): boolean {
  const { searchParams } = new URL(url, location.origin);
  return hasDays(path) && showsAllTime(searchParams, dayOf(nowMs())) && knownFirstDay(siteId) === undefined;
}

/** The settings begin with the sites. */
function ToSites() {
  const { route } = useLocation();
  useLayoutEffect(() => route('/settings/sites', true), []);
  return null;
}
