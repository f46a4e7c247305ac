/** A step of a way: what it does, and a command or a piece of a file to copy. */
export type Step = { readonly title: string; readonly what: string; readonly code: string };

export type Way = {
  readonly id: string;
  readonly name: string;
  readonly for: string;
  /** The page of the documentation that says more. */
  readonly guide: string;
  /** Whether it needs a key that records to the site. */
  readonly needsKey: boolean;
  readonly steps: readonly Step[];
};

type Aim = {
  readonly siteId: string;
  readonly domain: string;
  readonly origin: string;
  /** How a command is typed on the machine of the service. */
  readonly command: string;
};

/** The ways to record traffic to a site, with its id filled in. */
export function waysOf(aim: Aim): readonly Way[] {
  return [
    logWay(aim, { id: 'nginx', name: 'nginx', for: 'its access log', log: '/var/log/nginx/access.log' }),
    caddyWay(aim),
    logWay(aim, { id: 'apache', name: 'Apache', for: 'its access log', log: '/var/log/apache2/access.log' }),
    cdnWay(aim),
    middlewareWay(aim),
    collectorWay(aim),
  ];
}

type Log = { readonly id: string; readonly name: string; readonly for: string; readonly log: string };

function logWay({ siteId, domain, command }: Aim, { log, ...way }: Log): Way {
  return {
    ...way,
    guide: '/docs/access-logs',
    needsKey: false,
    steps: [
      lookFirst({ domain, command }, log),
      {
        title: 'Record what there is',
        what: 'Rotated and compressed files too. Each line is recorded once, however often you run it.',
        code: `${command} logs import --site ${siteId} '${log}*'`,
      },
      {
        title: 'Follow it from now on',
        what: 'Continues when the log is rotated and after a restart.',
        code: `${command} logs follow --site ${siteId} ${log}`,
      },
    ],
  };
}

function lookFirst({ domain, command }: Pick<Aim, 'domain' | 'command'>, log: string): Step {
  return {
    title: 'Look first',
    what: 'Reads the log and records nothing: shows what would count, and why the other lines are skipped.',
    code: `${command} logs import --dry-run --explain --domain ${domain} ${log}`,
  };
}

function caddyWay(aim: Aim): Way {
  const log = '/var/log/caddy/access.log';
  const way = logWay(aim, { id: 'caddy', name: 'Caddy', for: 'its access log', log });
  const write: Step = {
    title: 'Let Caddy write a log',
    what: 'It does so only if the Caddyfile says so for the site.',
    code: `log {\n\toutput file ${log}\n}`,
  };
  return { ...way, steps: [write, ...way.steps] };
}

function cdnWay({ siteId, domain, command }: Aim): Way {
  return {
    id: 'cdn',
    name: 'CDN',
    for: 'CloudFront, Cloudflare, Vercel, ALB',
    guide: '/docs/access-logs',
    needsKey: false,
    steps: [
      lookFirst({ domain, command }, "'cdn-logs/*'"),
      {
        title: 'Record the files',
        what: 'Standard logs of CloudFront, Logpush of Cloudflare, log drains of Vercel, logs of a load balancer, plain or gzipped. Run it again when new files have come: each line is recorded once.',
        code: `${command} logs import --site ${siteId} 'cdn-logs/*'`,
      },
    ],
  };
}

function middlewareWay({ siteId, origin }: Aim): Way {
  return {
    id: 'middleware',
    name: 'Node.js server',
    for: 'Express, Fastify, Hono, node:http',
    guide: '/docs/middleware',
    needsKey: true,
    steps: [
      {
        title: 'Mount the middleware',
        what: 'It is in the package of the service. It reports every finished request in the background.',
        code: `import { siteTraffic } from 'site-traffic/middleware';

const traffic = siteTraffic({
  url: '${origin}',
  site: '${siteId}',
  key: process.env.SITE_TRAFFIC_KEY,
});
app.use(traffic.express); // before your routes`,
      },
    ],
  };
}

function collectorWay({ siteId, origin }: Aim): Way {
  return {
    id: 'collector',
    name: 'Collector',
    for: 'any backend, over HTTP',
    guide: '/docs/collector',
    needsKey: true,
    steps: [
      {
        title: 'Send an event',
        what: 'One event, an array, or one per line.',
        code: `curl -H "Authorization: Bearer $COLLECT_KEY" \\
  ${origin}/collect/sites/${siteId}/events \\
  -d '{"type":"bot","page_path":"/","user_agent":"GPTBot/1.2"}'`,
      },
    ],
  };
}
