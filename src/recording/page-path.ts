/** Longer paths are no pages that people read, and would burden every list that shows them. */
export const MAX_PAGE_PATH_LENGTH = 2_048;

/**
 * The page that a request line asked for: its path without query and fragment, otherwise as it came, or "/" where
 * there is none (`OPTIONS *`, `CONNECT host:443`, a broken request). A longer path than 2,048 characters is cut,
 * not refused, since every request of an AI bot counts. Control characters, which no request may hold and a
 * database cannot store, are percent-encoded.
 */
export function pagePathOf(target: string | undefined): string {
  const path = (target ?? '').replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  if (!path.startsWith('/')) return '/';
  const printable = path.replace(/\p{Cc}/gu, encodeURIComponent).replace(/\p{Cs}/gu, '\uFFFD');
  // Half of a character that takes two units is not stored either.
  return printable.slice(0, MAX_PAGE_PATH_LENGTH).replace(/\p{Cs}$/u, '');
}

/** Whether a path is a file that pages are made of. Documents are pages: an LLM cites a PDF as it does a page. */
export function isAsset(pagePath: string): boolean {
  return ASSET.test(pagePath);
}

const ASSET =
  /\.(?:css|less|js|mjs|cjs|map|wasm|json|webmanifest|xml|rss|atom|txt|ico|png|jpe?g|gif|webp|avif|svg|bmp|tiff?|woff2?|ttf|otf|eot|mp[34]|m4[av]|webm|og[gv]|wav|flac|mov|avi|m3u8|ts|vtt|zip|gz|tgz|bz2|xz|7z|rar|tar|exe|dmg|apk|msi|bin|iso)$/i;
