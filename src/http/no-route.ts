import type { Response } from '@whatwg-node/fetch';
import { Refusal } from '../domain/refusal.ts';
import { prefers } from './accepts.ts';
import { refusalAnswer } from './answer.ts';
import type { Dashboard } from './dashboard.ts';
import type { RequestHead } from './incoming.ts';

/** What programs call. Whoever calls it gets JSON, whatever they prefer. */
const OF_PROGRAMS = /^\/(?:api|collect|export|graphql|health|mcp|metrics|session)(?:\/|$)/;

/** The answer where nothing is: JSON, or a page for readers who prefer one. */
export function noRoute(
  { method, headers }: Omit<RequestHead, 'url'>,
  pathname: string,
  dashboard: Dashboard | undefined,
): Response {
  const refused = refusalAnswer(new Refusal('NOT_FOUND'));
  const isRead = method === 'GET' || method === 'HEAD';
  if (dashboard === undefined || !isRead || OF_PROGRAMS.test(pathname)) return refused;
  const response = prefers(headers, 'text/html', 'application/json') ? dashboard.missing(pathname) : refused;
  response.headers.set('Vary', 'Accept');
  return response;
}
