import { type ComponentChild, render } from 'preact';
import { switchTheme } from '../frame/theme.ts';
import { Code } from '../parts/copy.tsx';
import { Icon } from '../parts/icon.tsx';
import { FIRST_DOCUMENT } from './first-document.ts';
import { GraphqlConsole } from './graphql-console.tsx';
import type { DocsOperation } from './operation.ts';
import { RestConsole } from './rest-console.tsx';
import { Search } from './search.tsx';

/** Puts a part that needs the script in its place, instead of what readers without scripts see there. */
function put(part: ComponentChild, place: Element | null): void {
  place?.replaceChildren();
  if (place) render(part, place);
}

const at = (id: string) => document.getElementById(id);

put(<Search />, at('search'));
put(
  <button class="btn quiet icon" aria-label="Switch between light and dark" onClick={switchTheme}>
    <Icon name="theme" />
  </button>,
  at('theme'),
);
const data = document.getElementById('data')?.textContent;
if (data) put(<RestConsole operation={JSON.parse(data) as DocsOperation} />, at('try'));
else put(<GraphqlConsole document={FIRST_DOCUMENT} />, at('try'));

// the commands and files in the text of a page, each with a button that copies it
for (const place of document.querySelectorAll('.snippet')) put(<Code text={place.textContent} />, place);
