import { Response } from '@whatwg-node/fetch';

const DEFAULT_QUERY = `# Put your API key into "Headers" below:
# { "Authorization": "Bearer <API_KEY>" }
# then load the documentation with the button
# "Re-fetch GraphQL schema" (lower left).

query Sites {
  sites {
    id
    domain
    eventsThisMonth
    stats {
      period { start end }
      totals { botVisits referrals conversions }
    }
  }
}
`;

/** The page is self-contained: the browser may load nothing from other hosts. */
const POLICY = "default-src 'self' 'unsafe-inline' 'unsafe-eval' blob: data:";

/** The response with GraphiQL, which contains no data. Its nine megabytes are loaded at the first request. */
export function createGraphiqlPage(): () => Promise<Response> {
  let html: Promise<Uint8Array<ArrayBuffer>> | undefined;
  return async () => {
    html ??= render();
    return new Response(await html, {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Security-Policy': POLICY,
        'Cache-Control': 'max-age=3600',
      },
    });
  };
}

async function render(): Promise<Uint8Array<ArrayBuffer>> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  const page = renderGraphiQL({
    title: 'Site Traffic Analytics – GraphiQL',
    endpoint: '/graphql',
    defaultQuery: DEFAULT_QUERY,
    headers: JSON.stringify({ Authorization: 'Bearer <API_KEY>' }, null, 2),
    // a key stays in the tab it was typed into
    shouldPersistHeaders: false,
  });
  return new TextEncoder().encode(page);
}
