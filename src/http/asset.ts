import { hash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { Response } from '@whatwg-node/fetch';
import { accepts } from './accepts.ts';
import { ISOLATED } from './page.ts';
import type { RequestHead } from './incoming.ts';

/** A file of a page. Its path changes with its content, so browsers and proxies may keep it for ever. */
export type Asset = {
  readonly path: string;
  respond(request: RequestHead): Promise<Response>;
};

const TYPES = { js: 'text/javascript', css: 'text/css' };

/** Makes an asset from its text. It is compressed once, when it is first asked for. */
export function createAsset(folder: string, name: string, kind: keyof typeof TYPES, text: string): Asset {
  const digest = hash('sha256', text, 'hex').slice(0, 16);
  let packed: Promise<Buffer> | undefined;
  return {
    path: `${folder}/${name}-${digest}.${kind}`,
    async respond({ headers }) {
      const isPacked = accepts(headers, 'gzip');
      const bytes = isPacked ? await (packed ??= promisify(gzip)(text)) : Buffer.from(text);
      return new Response(bytes as Uint8Array<ArrayBuffer>, {
        headers: {
          'Content-Type': `${TYPES[kind]}; charset=utf-8`,
          'Cache-Control': 'public, max-age=31536000, immutable',
          Vary: 'Accept-Encoding',
          ...ISOLATED,
          ...(isPacked && { 'Content-Encoding': 'gzip' }),
        },
      });
    },
  };
}
