import { lacks, sees } from '../../parts/sight.ts';
import { type Aim, MIDDLEWARE, type Way, environmentOf, once, tryIt } from './way.ts';

const EDGE = { ...MIDDLEWARE, place: 'front', isFromOutside: true } as const;

const RETRIED_ONCE = lacks('A visit may be lost.', 'What fails twice is not sent again.');

const wrangler = (aim: Aim): string => `curl -O ${aim.origin}/senders/cloudflare-worker.js
npx wrangler deploy cloudflare-worker.js --name site-traffic --compatibility-date 2026-01-01 \\
  --var SITE_TRAFFIC_URL:${aim.origin} --var SITE_TRAFFIC_SITE:${aim.siteId}
echo '${aim.key}' | npx wrangler secret put SITE_TRAFFIC_KEY --name site-traffic`;

/** As docs/next.md has it. */
const NEXT_PROXY = `export { proxy } from './site-traffic';

// everything but the files that pages load
export const config = { matcher: '/((?!_next/static|_next/image|favicon.ico).*)' };`;

/** Code that runs on the machines of a CDN or a host, in front of a site. */
export const EDGE_WAYS: readonly Way[] = [
  {
    ...EDGE,
    id: 'cloudflare-worker',
    name: 'Cloudflare Worker',
    hint: 'any plan, also for Shopify and Wix',
    words: 'cloudflare workers edge shopify wix squarespace webflow hosted proxy wrangler',
    guide: '/docs/cloudflare-worker',
    steps: (aim) => [
      {
        title: 'Make the Worker',
        what: 'Or make it in the dashboard of Cloudflare: paste the file, and add the two variables and the secret in its settings.',
        code: wrangler(aim),
        download: 'cloudflare-worker.js',
      },
      {
        title: 'Put it in front of the site',
        what: 'In Cloudflare: the zone, Workers Routes, Add route. Set the failure mode to “Fail open”: otherwise visitors get errors once the 100,000 requests a day of the free plan are used up.',
        code: `${aim.domain}/*`,
      },
      tryIt(aim),
    ],
    sees: [
      sees('Every request of the route.', 'Pages from the cache, too.'),
      sees('Each visit once.', 'Its id is the ray, as in Logpush.'),
      RETRIED_ONCE,
    ],
  },
  {
    ...EDGE,
    id: 'next',
    name: 'Next.js',
    hint: 'on Vercel, any plan',
    words: 'nextjs next.js vercel react proxy middleware edge',
    guide: '/docs/next',
    steps: (aim) => [
      {
        title: 'Add the file to your project',
        what: 'In the folder that has `app` or `pages`.',
        code: `curl -o site-traffic.ts ${aim.origin}/senders/next-proxy.ts`,
      },
      {
        title: 'Make proxy.ts beside it',
        what: 'If you have one, keep it, and call `report` from `site-traffic.ts` in its function. In Next.js 15, name the file `middleware.ts` and begin it with `export { proxy as middleware }`.',
        code: NEXT_PROXY,
      },
      {
        title: 'Set three variables and deploy',
        what: 'On Vercel: the project, Settings, Environment Variables.',
        code: environmentOf(aim),
      },
      tryIt(aim),
    ],
    sees: [
      sees('Every page that is asked for.', 'From the cache, too.'),
      lacks('No status.', 'It runs before the page: a visit counts whatever the answer is.'),
      RETRIED_ONCE,
    ],
  },
  {
    ...EDGE,
    id: 'netlify-edge',
    name: 'Netlify edge function',
    hint: 'any plan',
    words: 'netlify jamstack gatsby hugo astro static edge deno',
    guide: '/docs/netlify',
    steps: (aim) => [
      {
        title: 'Add the file to your project',
        what: 'Netlify runs what is in this folder.',
        code: `curl --create-dirs -o netlify/edge-functions/site-traffic.js ${aim.origin}/senders/netlify-edge-function.js`,
      },
      {
        title: 'Set three variables and deploy',
        what: 'In Netlify: Site configuration, Environment variables.',
        code: environmentOf(aim),
      },
      tryIt(aim),
    ],
    sees: [
      sees('Every page that is asked for.', 'Status and address, too.'),
      once('The id of a request'),
      RETRIED_ONCE,
    ],
  },
];
