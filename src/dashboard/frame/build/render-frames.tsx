import { LocationProvider } from 'preact-iso';
import { renderToString } from 'preact-render-to-string';
import { Skeleton } from '../../parts/table.tsx';
import { Frame } from '../frame.tsx';

const SITE = { siteId: 'site' };

/** The screens that have a link in the rail, by the names under which the server (`http/dashboard.ts`) looks for them. */
const SCREENS = {
  sites: { path: '/', title: 'All sites' },
  overview: { path: '/sites/site', title: 'Overview', ...SITE },
  events: { path: '/sites/site/events', title: 'Events', ...SITE },
  pages: { path: '/sites/site/pages', title: 'Pages', ...SITE },
  site: { path: '/sites/site/other', title: '', ...SITE },
  alerts: { path: '/alerts', title: 'Alerts' },
  settings: { path: '/settings/sites', title: 'Settings' },
};

/**
 * What stands in place of each screen until its script has been read: the frame of the screen around an empty sheet. It
 * can only be looked at, as `main.tsx` takes it away. `npm run build` calls it in Node.js.
 */
export const renderFrames = (): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(SCREENS).map(([name, screen]) => [name, renderFrame(screen)]));

type Screen = { readonly path: string; readonly title: string; readonly siteId?: string };

function renderFrame({ path, ...frame }: Screen): string {
  Object.assign(globalThis, { location: new URL(path, 'http://localhost') });
  return renderToString(
    <div id="frame" inert aria-hidden="true">
      <LocationProvider>
        <Frame {...frame}>
          <div class="head">
            <div>
              <h1>{frame.title}</h1>
              <p class="sub">Reading</p>
            </div>
            <div class="controls">
              <span class="btn" />
            </div>
          </div>
          <section class="sheet">
            <Skeleton />
          </section>
        </Frame>
      </LocationProvider>
    </div>,
  );
}
