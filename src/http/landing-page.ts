import { htmlPage } from './page.ts';

/** GET /: what this server is, and where to find its APIs and documentation. */
export function landingPage(): Response {
  return htmlPage(PAGE, "style-src 'unsafe-inline'");
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
<p>AI-bot visits, LLM referrals and conversions of your sites. Every request needs an API key, sent as
<code>Authorization: Bearer &lt;API_KEY&gt;</code>.</p>
<dl>
  <dt><code>/api/v1/sites</code></dt>
  <dd>REST: your sites, and for each of them <code>/api/v1/sites/{siteId}/timeseries</code>, <code>/stats</code> and
  <code>/events</code>.</dd>
  <dt><a href="/graphql"><code>/graphql</code></a></dt>
  <dd>GraphQL: the same operations. In a browser it opens GraphiQL with the documentation of the schema.</dd>
  <dt><code>POST /collect/sites/{siteId}/events</code></dt>
  <dd>Records visits and conversions that your backend reports, with a key for this purpose.</dd>
  <dt><a href="/health/live"><code>/health/live</code></a>, <a href="/health/ready"><code>/health/ready</code></a></dt>
  <dd>Whether the process is running, and whether it can serve requests.</dd>
</dl>
<p>The project's README.md describes every parameter, error and setting.</p>
</html>
`;
