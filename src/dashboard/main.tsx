import { render } from 'preact';
import { App } from './app.tsx';
import { placePopovers } from './parts/place-popovers.ts';
import { signInPath } from './sign-in/sign-in-path.ts';

placePopovers();
// the server has seen that nobody is signed in: what a screen would ask for would be refused
if (document.querySelector('meta[name="signed-out"]')) history.replaceState(null, '', signInPath(location));
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
