import { Response } from '@whatwg-node/fetch';

/** GET /: what runs here, and where its doors and documents are. */
export function landingPage(): Response {
  return new Response(PAGE, {
    headers: {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'",
    },
  });
}

const PAGE = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>Site Traffic Analytics</title>
<style>
  body { font: 1rem/1.6 system-ui, sans-serif; max-width: 42rem; margin: 3rem auto; padding: 0 1rem; color: #1b1f24 }
  code { background: #eef1f4; padding: .1rem .3rem; border-radius: .2rem }
  dt { margin-top: 1rem }
  dd { margin: 0 }
</style>
<h1>Site Traffic Analytics</h1>
<p>AI-bot visits, LLM referrals and conversions of your sites. Every question needs an API key, sent as
<code>Authorization: Bearer &lt;API_KEY&gt;</code>.</p>
<dl>
  <dt><code>/api/v1/sites</code></dt>
  <dd>REST: your sites; below each, <code>/api/v1/sites/{siteId}/timeseries</code>, <code>/stats</code> and
  <code>/events</code>.</dd>
  <dt><a href="/graphql"><code>/graphql</code></a></dt>
  <dd>GraphQL: the same operations; in a browser, GraphiQL with the schema's documentation.</dd>
  <dt><code>POST /collect/sites/{siteId}/events</code></dt>
  <dd>Records what a backend knows of visits and conversions, with a key made for that.</dd>
  <dt><a href="/health/live"><code>/health/live</code></a>, <a href="/health/ready"><code>/health/ready</code></a></dt>
  <dd>Whether the process runs, and whether it can answer.</dd>
</dl>
<p>README.md of the project describes every parameter, error and setting.</p>
</html>
`;
