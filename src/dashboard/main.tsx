import { render } from 'preact';
import { App } from './app.tsx';
import { placePopovers } from './parts/place-popovers.ts';

placePopovers();
const root = document.getElementById('root');
if (root) {
  removeFrame(root);
  render(<App />, root);
}

/** Takes away what stands there while the script loads (`frame/build/`), in the same frame in which a screen takes its place. */
function removeFrame(screens: Element): void {
  const observer = new MutationObserver(() => {
    document.getElementById('frame')?.remove();
    observer.disconnect();
  });
  observer.observe(screens, { childList: true });
}
