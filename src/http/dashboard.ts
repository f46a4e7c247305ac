import { readFileSync, readdirSync } from 'node:fs';
import { extname } from 'node:path';
import { Response } from '@whatwg-node/fetch';
import { accepts } from './accepts.ts';
import { htmlPage } from './page.ts';

/** The dashboard's page and files, as `npm run build` wrote them. They contain no data, so they are open to everyone. */
export type Dashboard = {
  /** The response to a path: the page, one of its files, or undefined if it is neither. */
  find(pathname: string): ((request: Request) => Response) | undefined;
};

/** The paths for which the page has a screen. Which one, and whether it exists, the page decides. */
const SCREENS = /^\/(?:(?:sites|settings|sign-in)(?:\/.*)?)?$/;

const SOURCES = ['script-src', 'style-src', 'font-src', 'img-src', 'connect-src']
  .map((kind) => `${kind} 'self'`)
  .join('; ');

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
  readonly type: string;
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
  const files = readFiles(new URL('assets/', folder));
  return {
    find(pathname) {
      if (SCREENS.test(pathname)) return () => htmlPage(html, SOURCES);
      const file = files.get(pathname);
      return file && ((request) => respond(request, file));
    },
  };
}

function metaOf(signInWith: string): string {
  const content = signInWith.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
  return `<meta name="sign-in-with" content="${content}" />`;
}

function readFiles(folder: URL): ReadonlyMap<string, File> {
  const names = readdirSync(folder);
  const read = (name: string) => readFileSync(new URL(name, folder));
  const files = names.flatMap((name): [string, File][] => {
    const type = TYPES[extname(name)];
    if (type === undefined) return [];
    const packed = ENCODINGS.filter(({ ending }) => names.includes(name + ending)).map(
      ({ name: encoding, ending }) => [encoding, read(name + ending)] as const,
    );
    return [[`/assets/${name}`, { type, plain: read(name), packed: Object.fromEntries(packed) }]];
  });
  return new Map(files);
}

function respond({ headers }: Request, { type, plain, packed }: File): Response {
  const encoding = ENCODINGS.map(({ name }) => name).find((name) => name in packed && accepts(headers, name));
  const bytes = (encoding && packed[encoding]) ?? plain;
  return new Response(bytes as Uint8Array<ArrayBuffer>, {
    headers: {
      'Content-Type': type,
      'Cache-Control': 'public, max-age=31536000, immutable',
      Vary: 'Accept-Encoding',
      ...(encoding && { 'Content-Encoding': encoding }),
    },
  });
}
