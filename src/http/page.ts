import { Response } from '@whatwg-node/fetch';

/**
 * The headers of an HTML page. It loads only what `sources` allows (the directives of a Content-Security-Policy), no other
 * site can show it in a frame, and the sites that it links to do not learn where their visitors come from.
 */
export function pageHeaders(sources: string) {
  const rest = "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";
  return {
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Security-Policy': `default-src 'none'; ${sources}; ${rest}`,
    'Referrer-Policy': 'no-referrer',
    'Cache-Control': 'no-cache',
  };
}

export function htmlPage(html: string, sources: string): Response {
  return new Response(html, { headers: pageHeaders(sources) });
}
