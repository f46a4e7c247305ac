import { type MarkedToken, marked } from 'marked';
import { type Heading, type Target, renderMarkdown } from './markdown.ts';

/** A page of `docs/`, as README.md lists it. */
export type Guide = {
  readonly title: string;
  /** What one can do with it. */
  readonly about: string;
  /** Its path in the repository. */
  readonly file: string;
  /** Its address. */
  readonly path: string;
};

export type GuideGroup = { readonly name: string; readonly guides: readonly Guide[] };

/** The heading of README.md below which it lists all pages, in groups with headings of their own. */
const INDEX = 'Pages';

/** What README.md lists: the navigation of the pages is read from it, so that both are the same. */
export function guidesIn(readme: string): readonly GuideGroup[] {
  const groups: { readonly name: string; readonly guides: Guide[] }[] = [];
  let isIndex = false;
  for (const token of marked.lexer(readme) as readonly MarkedToken[]) {
    if (token.type === 'heading' && token.depth <= 2) isIndex = token.text === INDEX;
    else if (isIndex && token.type === 'heading') groups.push({ name: token.text, guides: [] });
    else if (isIndex && token.type === 'list')
      groups.at(-1)?.guides.push(...token.items.flatMap(({ text }) => guidesOf(text)));
  }
  if (groups.length === 0) throw new Error(`README.md has no "## ${INDEX}" with groups of pages`);
  return groups;
}

/** What readers often ask, with the pages that answer it. */
export type Question = {
  readonly text: string;
  readonly answers: readonly { readonly title: string; readonly address: string }[];
};

/** The heading of README.md below which it lists the questions. */
const QUESTIONS = 'Often asked';

/** What README.md lists as often asked. */
export function questionsIn(readme: string): readonly Question[] {
  const tokens = marked.lexer(readme) as readonly MarkedToken[];
  const start = tokens.findIndex((token) => token.type === 'heading' && token.text === QUESTIONS);
  const list = tokens.slice(start + 1).find(({ type }) => type !== 'space');
  if (start < 0 || list?.type !== 'list') throw new Error(`README.md has no list below "## ${QUESTIONS}"`);
  return list.items.map(({ text }) => questionOf(text));
}

function questionOf(item: string): Question {
  const answers = [...item.matchAll(/\[([^[\]]+)\]\(([^()]+)\)/g)].map(([, title = '', href = '']) => {
    const target = targetOf('README.md', href);
    if ('file' in target) throw new Error(`README.md answers with ${href}, which is not served: ${item}`);
    return { title, address: target.address };
  });
  if (answers.length === 0)
    throw new Error(`README.md has a question without a page that answers it: ${item}`);
  return { text: item.slice(0, item.indexOf('[')).trim(), answers };
}

/** The pages of one line, which has one sentence for all of them. */
function guidesOf(item: string): readonly Guide[] {
  const [, links = '', about] =
    /^((?:\[[^[\]]+\]\(docs\/[\w-]+\.md\)(?:, | and )?)+)[:,]?\s*(.*)$/s.exec(item) ?? [];
  if (about === undefined)
    throw new Error(
      `the list of pages in README.md has a line that is not "[Title](docs/NAME.md): what it is": ${item}`,
    );
  const sentence = about.slice(0, 1).toUpperCase() + about.slice(1);
  return [...links.matchAll(/\[([^[\]]+)\]\(docs\/([\w-]+)\.md\)/g)].map(([, title = '', name = '']) => ({
    title,
    about: sentence,
    file: `docs/${name}.md`,
    path: `/docs/${name}`,
  }));
}

/** A page with its contents. */
export type RenderedGuide = Guide & { readonly html: string; readonly headings: readonly Heading[] };

/** Renders the page from its Markdown. */
export function renderGuide(guide: Guide, markdown: string): RenderedGuide {
  try {
    return { ...guide, ...renderMarkdown(markdown, (href) => targetOf(guide.file, href)) };
  } catch (error) {
    throw new Error(`${guide.file}: ${String(error)}`, { cause: error });
  }
}

/** Where the service is in the examples. Links to it lead to the server that the reader has before them. */
const EXAMPLE_ORIGIN = 'http://127.0.0.1:4000';
const REPOSITORY = 'https://repository/';
/** It is served as a zip file. */
const PLUGIN = 'senders/site-traffic-wordpress';

/** Where a link in a file of the repository leads on the served pages. */
export function targetOf(file: string, href: string): Target {
  if (href.startsWith('#')) return { address: href };
  if (href === EXAMPLE_ORIGIN) return { address: '/' };
  if (href.startsWith(`${EXAMPLE_ORIGIN}/`)) return { address: href.slice(EXAMPLE_ORIGIN.length) };
  if (/^[a-z]+:/.test(href)) return { address: href };
  const { pathname, hash } = new URL(href, REPOSITORY + file);
  const path = decodeURIComponent(pathname.slice(1));
  const address = addressOf(path);
  return address === undefined ? { file: path } : { address: address + hash };
}

/** Where a file of the repository is served; undefined if it is not. */
function addressOf(path: string): string | undefined {
  if (path === 'README.md') return '/docs';
  if (path.startsWith(PLUGIN)) return '/senders/site-traffic-wordpress.zip';
  if (/^senders\/[\w-]+\.(?!md$)\w+$/.test(path)) return `/${path}`;
  const [, guide] = /^docs\/([\w-]+)\.md$/.exec(path) ?? [];
  if (guide !== undefined) return `/docs/${guide}`;
  const [, picture] = /^src\/dashboard\/pictures\/([\w-]+\.png)$/.exec(path) ?? [];
  return picture && `/docs/pictures/${picture}`;
}
