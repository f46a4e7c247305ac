import { lacks, sees } from '../../parts/sight.ts';
import { ANSWERED, MIDDLEWARE, type Way, drainOf, drainUrl, tryIt } from './way.ts';

/** Code of the visited site that reports its requests. */
export const APPLICATION_WAYS: readonly Way[] = [
  {
    id: 'node',
    name: 'Node.js',
    hint: 'Express, Fastify, Hono, Koa, NestJS',
    place: 'application',
    words: 'nodejs javascript typescript express fastify hono koa nest nestjs next.js sveltekit middleware',
    ...MIDDLEWARE,
    guide: '/docs/middleware',
    steps: (aim) => [
      {
        title: 'Give the key to your server',
        what: 'As an environment variable, so that it is in no file of the site.',
        code: `SITE_TRAFFIC_KEY=${aim.key}`,
      },
      {
        title: 'Mount the middleware',
        what: 'It is in the package of the service. It reports every finished request in the background. The documentation has the line of each framework.',
        code: `import { siteTraffic } from 'site-traffic/middleware';

const traffic = siteTraffic({
  url: '${aim.origin}',
  site: '${aim.siteId}',
  key: process.env.SITE_TRAFFIC_KEY,
});
app.use(traffic.express); // before your routes`,
      },
      tryIt(aim),
    ],
    sees: [
      sees('Status, bytes and address.', 'Behind a proxy of yours, set `trustProxy`.'),
      sees('Each visit once.', 'What it sends again has a key of its own.'),
      ANSWERED,
    ],
  },
  {
    id: 'heroku',
    name: 'Heroku',
    hint: 'what your app logs, by a drain',
    place: 'application',
    words: 'logplex dyno salesforce',
    scope: 'DRAIN',
    source: drainOf('logplex'),
    isFromOutside: true,
    guide: '/docs/senders#heroku',
    steps: (aim) => [
      {
        title: 'Let your app log in the combined format',
        what: 'Heroku’s router logs no user agent, so its lines show no bots. Express does it with morgan; trust the proxy, so that the address is the client’s.',
        code: `app.set('trust proxy', true);
app.use(require('morgan')('combined'));`,
      },
      {
        title: 'Add a drain',
        what: 'Replace the name of the app.',
        code: `heroku drains:add '${drainUrl(aim)}' --app APP`,
      },
      tryIt(aim),
    ],
    sees: [
      sees('What your app logs.', 'The combined format has status, bytes, address and user agent.'),
      sees('A batch once.', 'Heroku’s frame id shows what it sends again.'),
      ANSWERED,
      lacks('A batch may be lost.', 'Heroku gives up after three attempts.'),
    ],
  },
  {
    id: 'anything-else',
    name: 'Anything else',
    hint: 'one HTTP request each',
    place: 'application',
    words: 'collector http api curl rest backend java kotlin .net c# rust elixir conversion',
    scope: 'COLLECT',
    source: ({ kind }) => kind === 'COLLECTOR',
    guide: '/docs/collector',
    steps: (aim) => [
      {
        title: 'Send each request that you served',
        what: 'One object, an array, or one per line, up to 1,000. Send all of them: what is no visit of an AI bot or from an LLM product is skipped. With an Idempotency-Key you can repeat it.',
        code: `curl -H 'Authorization: Bearer ${aim.key}' -H 'Idempotency-Key: 4f9c1e' \\
  ${aim.origin}/collect/sites/${aim.siteId}/events \\
  -d '{"type":"request","method":"GET","target":"/","status":200,"user_agent":"GPTBot/1.2","address":"8.8.8.8"}'`,
      },
    ],
    sees: [
      sees('What you send.', 'Status, bytes and address, if you have them.'),
      sees('Each visit once.', 'With the same Idempotency-Key, or an `id` that your host made.'),
      ANSWERED,
    ],
  },
];
