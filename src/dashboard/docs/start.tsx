import { type ComponentChild, render } from 'preact';
import { switchTheme } from '../frame/theme.ts';
import { Icon } from '../parts/icon.tsx';
import { FIRST_DOCUMENT } from './first-document.ts';
import { GraphqlConsole } from './graphql-console.tsx';
import type { DocsOperation } from './operation.ts';
import { RestConsole } from './rest-console.tsx';
import { Search } from './search.tsx';

/** Puts a part that needs the script in its place, instead of what readers without scripts see there. */
function put(part: ComponentChild, id: string): void {
  const place = document.getElementById(id);
  place?.replaceChildren();
  if (place) render(part, place);
}

put(<Search />, 'search');
put(
  <button class="btn quiet icon" aria-label="Switch between light and dark" onClick={switchTheme}>
    <Icon name="theme" />
  </button>,
  'theme',
);
const data = document.getElementById('data')?.textContent;
if (data) put(<RestConsole operation={JSON.parse(data) as DocsOperation} />, 'try');
else put(<GraphqlConsole document={FIRST_DOCUMENT} />, 'try');
