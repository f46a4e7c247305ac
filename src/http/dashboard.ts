import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { extname } from 'node:path';
import { Response } from '@whatwg-node/fetch';
import { accepts } from './accepts.ts';
import { ISOLATED, htmlPage, pageHeaders } from './page.ts';
import type { RequestHead } from './incoming.ts';

/** Whoever asks for a page. */
type Visitor = {
  /** Whether the request names an owner who may be signed in. */
  readonly namesOwner: () => boolean;
};

/**
 * The dashboard's page, the documentation with the reference of the APIs, their files, and the senders, as `npm run build`
 * wrote them. They contain no data, so they are open to everyone.
 */
export type Dashboard = {
  /** The response to a path: a page, one of their files, or undefined if it is neither. */
  find(pathname: string): ((request: RequestHead, visitor: Visitor) => Response) | undefined;
  /** The page for a path where nothing is. */
  missing(pathname: string): Response;
};

/** The paths for which the page has a screen. Which one, and whether it exists, the page decides. */
const SCREENS = /^\/(?:(?:sites|settings|sign-in|alerts)(?:\/.*)?)?$/;

/** Those of the screens that only owners see. */
const OWN_SCREENS = /^\/(?:(?:sites|settings|alerts)(?:\/.*)?)?$/;

/**
 * What stands there until the script has been read (`dashboard/frame/build/render-frames.tsx`), by the path of the screen. No
 * frame of an owner is at the others, where somebody signs in or opens a share link.
 */
const FRAMES: readonly (readonly [path: RegExp, name: string])[] = [
  [/^\/$/, 'sites'],
  [/^\/sites\/[^/]+\/?$/, 'overview'],
  [/^\/sites\/[^/]+\/events\/?$/, 'events'],
  [/^\/sites\/[^/]+\/pages(?:\/(?:reach|rules))?\/?$/, 'pages'],
  [/^\/sites\/[^/]+\/./, 'site'],
  [/^\/alerts\/?$/, 'alerts'],
  [/^\/settings(?:\/|$)/, 'settings'],
];

const ROOT = '<div id="root">';

/** The paths of share links, which no search engine should list. */
const SHARED = /^\/share(?:\/.*)?$/;

const SOURCES = ['script-src', 'style-src', 'font-src', 'img-src', 'connect-src']
  .map((kind) => `${kind} 'self'`)
  .join('; ');

/** Those of files whose names change with their contents. */
const TYPES: Readonly<Record<string, string>> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};

/** The smaller one first: `Accept-Encoding` of browsers does not rank them. */
const ENCODINGS = [
  { name: 'br', ending: '.br' },
  { name: 'gzip', ending: '.gz' },
] as const;

type File = {
  readonly headers: Readonly<Record<string, string>>;
  readonly plain: Buffer;
  readonly packed: Readonly<Partial<Record<string, Buffer>>>;
};

/**
 * Reads all files of the folder once; a path is only ever looked up among them. The page learns the name of the provider
 * where owners may sign in from a `meta` element.
 */
export function openDashboard(folder: URL, signInWith?: string): Dashboard {
  const built = readFileSync(new URL('index.html', folder), 'utf8');
  const html =
    signInWith === undefined ? built : built.replace('</head>', () => metaOf(signInWith) + '</head>');
  const framed = new Map(
    readFrames(folder).map(([name, frame]) => [name, html.replace(ROOT, () => frame + ROOT)]),
  );
  const files = new Map([
    ...readAssets(new URL('assets/', folder)),
    ...readDocs(folder),
    ...readSenders(new URL('senders/', folder)),
  ]);
  const missing = readFileSync(new URL('missing.html', folder), 'utf8');
  const missingDocs = readFileSync(new URL('docs-missing.html', folder), 'utf8');
  const signedOut = html.replace('</head>', () => SIGNED_OUT + '</head>');
  const sharedHtml = built.replace('</head>', () => NO_INDEX + '</head>');
  return {
    find(pathname) {
      if (SCREENS.test(pathname)) {
        return (_, visitor) =>
          OWN_SCREENS.test(pathname) && !visitor.namesOwner()
            ? unkept(htmlPage(signedOut, SOURCES))
            : htmlPage(framed.get(frameAt(pathname)) ?? html, SOURCES);
      }
      if (SHARED.test(pathname)) return () => unlisted(htmlPage(sharedHtml, SOURCES));
      const file = files.get(pathname);
      return file && ((request) => respond(request, file));
    },
    missing: (pathname) =>
      htmlPage(pathname.startsWith('/docs/') ? missingDocs : missing, SOURCES, { status: 404 }),
  };
}

function readFrames(folder: URL): readonly (readonly [name: string, frame: string])[] {
  return Object.entries(
    JSON.parse(readFileSync(new URL('frames.json', folder), 'utf8')) as Record<string, string>,
  );
}

const frameAt = (pathname: string): string => FRAMES.find(([path]) => path.test(pathname))?.[1] ?? '';

const NO_INDEX = '<meta name="robots" content="noindex" />';

function unlisted(page: Response): Response {
  page.headers.set('X-Robots-Tag', 'noindex');
  return page;
}

/** Tells the page to lead to the sign-in, rather than ask for what would be refused. */
const SIGNED_OUT = '<meta name="signed-out" content="" />';

/** Keeps the page out of caches: whoever signs in later must not be shown it. */
function unkept(page: Response): Response {
  page.headers.set('Cache-Control', 'no-store');
  return page;
}

function metaOf(signInWith: string): string {
  const content = signInWith.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<meta name="sign-in-with" content="${content}" />`;
}

function readAssets(folder: URL): readonly (readonly [path: string, File])[] {
  return readdirSync(folder).flatMap((name) => {
    const type = TYPES[extname(name)];
    if (type === undefined) return [];
    const headers = { 'Content-Type': type, 'Cache-Control': 'public, max-age=31536000, immutable' };
    return [[`/assets/${name}`, readFile(new URL(name, folder), headers)]];
  });
}

/** The headers of the files below /docs, by the ends of their names. */
const DOCS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '.html': pageHeaders(SOURCES),
  '.json': { 'Content-Type': 'application/json; charset=utf-8', 'Cache-Control': 'no-cache' },
  '.graphql': { 'Content-Type': 'text/plain; charset=utf-8', 'Cache-Control': 'no-cache' },
  '.png': { 'Content-Type': 'image/png', 'Cache-Control': 'no-cache' },
};

/** The documentation and the reference, whose addresses do not end with .html, and the files beside them. */
function readDocs(folder: URL): readonly (readonly [path: string, File])[] {
  const names = readdirSync(new URL('docs/', folder), { recursive: true, encoding: 'utf8' });
  return ['docs.html', ...names.map((name) => `docs/${name.replaceAll('\\', '/')}`)].flatMap((name) => {
    const headers = DOCS[extname(name)];
    if (headers === undefined) return [];
    return [[`/${name.replace(/\.html$/, '')}`, readFile(new URL(name, folder), headers)]];
  });
}

/** What owners copy to where their sites are served: source code in several languages, and what is installed as a zip file. */
function readSenders(folder: URL): readonly (readonly [path: string, File])[] {
  return readdirSync(folder).map((name) => {
    const type = extname(name) === '.zip' ? 'application/zip' : 'text/plain; charset=utf-8';
    const headers = { 'Content-Type': type, 'Cache-Control': 'no-cache' };
    return [`/senders/${name}`, readFile(new URL(name, folder), headers)];
  });
}

function readFile(file: URL, headers: File['headers']): File {
  const packed = ENCODINGS.flatMap(({ name, ending }) => {
    const path = new URL(file.href + ending);
    return existsSync(path) ? [[name, readFileSync(path)] as const] : [];
  });
  return { headers, plain: readFileSync(file), packed: Object.fromEntries(packed) };
}

function respond({ headers: asked }: RequestHead, { headers, plain, packed }: File): Response {
  const encoding = ENCODINGS.map(({ name }) => name).find((name) => name in packed && accepts(asked, name));
  const bytes = (encoding && packed[encoding]) ?? plain;
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      ...ISOLATED,
      ...headers,
      Vary: 'Accept-Encoding',
      ...(encoding && { 'Content-Encoding': encoding }),
    },
  });
}
