import { Response } from '@whatwg-node/fetch';

/**
 * Those of a page and its files: no window of another origin gets hold of the page's, and no page of another origin loads
 * any of them. What the APIs return has neither: CORS decides who may read that.
 */
export const ISOLATED = {
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
};

/**
 * The headers of an HTML page. It loads only what `sources` allows (the directives of a Content-Security-Policy), no other
 * site can show it in a frame, and the sites that it links to do not learn where their visitors come from.
 */
export function pageHeaders(sources: string, formsTo = "'none'") {
  const rest = `base-uri 'none'; form-action ${formsTo}; frame-ancestors 'none'`;
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; ${sources}; ${rest}`,
    'Referrer-Policy': 'no-referrer',
    ...ISOLATED,
    'Cache-Control': 'no-cache',
  };
}

type PageOptions = {
  readonly status?: number;
  /** Where its forms may lead: nowhere by default. */
  readonly formsTo?: string;
};

export function htmlPage(
  html: string,
  sources: string,
  { status = 200, formsTo }: PageOptions = {},
): Response {
  return new Response(html, { status, headers: pageHeaders(sources, formsTo) });
}
