import { Response } from '@whatwg-node/fetch';
import { describe, expect, it } from 'vitest';
import { noRoute } from '../../src/http/no-route.ts';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,*/*;q=0.8';

const TEXT =
  '{"error":"No such route. The API is under /api/v1, /graphql, /mcp, /collect, /drain and /export.","code":"NOT_FOUND"}';

const dashboard = {
  find: () => undefined,
  missing: (pathname: string) =>
    new Response(`no page at ${pathname}`, { status: 404, headers: { 'Content-Type': 'text/html' } }),
};

async function answerTo(pathname: string, accept?: string, method = 'GET') {
  const headers = new Headers(accept === undefined ? {} : { Accept: accept });
  const response = noRoute({ method, headers }, pathname, dashboard);
  return { status: response.status, vary: response.headers.get('vary'), text: await response.text() };
}

const PAGE = { status: 404, vary: 'Accept', text: 'no page at /nothing' };
const JSON_ANSWER = { status: 404, vary: 'Accept', text: TEXT };

describe('where nothing is', () => {
  it.each([
    [BROWSER, PAGE],
    ['text/html', PAGE],
    ['text/*', PAGE],
    ['application/json;q=0.5, text/html;q=0.6', PAGE],
    ['*/*, application/json;q=0.9', PAGE],
    [undefined, JSON_ANSWER],
    ['*/*', JSON_ANSWER],
    ['', JSON_ANSWER],
    ['application/json', JSON_ANSWER],
    ['application/json, text/html', JSON_ANSWER],
    ['text/html;q=0.5, application/json;q=0.6', JSON_ANSWER],
    ['text/html;q=0, */*', JSON_ANSWER],
    ['text/html;q=2', JSON_ANSWER],
    ['TEXT/HTML ; Q=0.3, image/png', PAGE],
  ])('%j gets what it prefers', async (accept, answer) => {
    expect(await answerTo('/nothing', accept)).toEqual(answer);
  });

  it.each(['api', 'collect', 'export', 'graphql', 'health', 'mcp', 'metrics', 'session'])(
    'what calls /%s gets JSON, whatever it prefers',
    async (folder) => {
      for (const path of [`/${folder}`, `/${folder}/x`])
        expect(await answerTo(path, BROWSER)).toEqual({ status: 404, vary: null, text: TEXT });
      expect((await answerTo(`/${folder}x`, BROWSER)).text).toBe(`no page at /${folder}x`);
    },
  );

  it('whoever writes gets JSON, and everyone does without a dashboard', async () => {
    const json = { status: 404, vary: null, text: TEXT };
    for (const method of ['POST', 'PUT', 'DELETE'])
      expect(await answerTo('/nothing', BROWSER, method)).toEqual(json);
    expect(await answerTo('/nothing', BROWSER, 'HEAD')).toEqual(PAGE);
    const { status, headers } = noRoute(
      { method: 'GET', headers: new Headers({ Accept: BROWSER }) },
      '/',
      undefined,
    );
    expect([status, headers.get('content-type')]).toEqual([404, 'application/json; charset=utf-8']);
  });
});
