/** People do not read pages with longer paths, which would only clutter lists. */
export const MAX_PAGE_PATH_LENGTH = 2_048;

/**
 * The page of a request: the path of its target, unchanged but without query and fragment, or "/" if there is none
 * (`OPTIONS *`, `CONNECT host:443`, a broken request). A path of more than 2,048 characters is cut rather than refused,
 * since every request of an AI bot counts. Control characters, which are not allowed in requests and cannot all be
 * stored, are percent-encoded.
 */
export function pagePathOf(target: string | undefined): string {
  const path = (target ?? '').replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
  if (!path.startsWith('/')) return '/';
  if (/^[ -~]*$/.test(path)) return path.slice(0, MAX_PAGE_PATH_LENGTH);
  const printable = path.replace(/\p{Cc}/gu, encodeURIComponent).replace(/\p{Cs}/gu, '\uFFFD');
  // the cut may leave half of a surrogate pair, which cannot be stored
  return printable.slice(0, MAX_PAGE_PATH_LENGTH).replace(/\p{Cs}$/u, '');
}

/** Whether a path is a file of a page, such as an image. A document is a page: LLMs cite a PDF as they do a page. */
export function isAsset(pagePath: string): boolean {
  return ASSET.test(pagePath);
}

const ASSET =
  /\.(?:css|less|js|mjs|cjs|map|wasm|json|webmanifest|xml|rss|atom|txt|ico|png|jpe?g|gif|webp|avif|svg|bmp|tiff?|woff2?|ttf|otf|eot|mp[34]|m4[av]|webm|og[gv]|wav|flac|mov|avi|m3u8|ts|vtt|zip|gz|tgz|bz2|xz|7z|rar|tar|exe|dmg|apk|msi|bin|iso)$/i;
