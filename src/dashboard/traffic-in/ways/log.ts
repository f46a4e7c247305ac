import { lacks, sees } from '../../parts/sight.ts';
import { HAPROXY_LOG, TRAEFIK_LOG } from './log-settings.ts';
import { type Aim, SERVED, type Step, type Way, logFiles, tryIt } from './way.ts';

const LOG = { place: 'log', source: logFiles } as const;

const PAST = sees('The past, too.', 'Rotated and compressed files are read like the newest.');
const ONCE = sees('Each line once.', 'However often you run it, and across restarts.');

const ACCESS_LOG_SIGHTS = [PAST, ONCE, SERVED];

/** Looks into a log before anything of it is recorded. */
const lookFirst = ({ domain, command }: Aim, log: string): Step => ({
  title: 'Look first',
  what: 'Reads the log and records nothing: shows what would count, the clients it found, and why the other lines are skipped.',
  code: `${command} logs import --dry-run --explain --domain ${domain} ${log}`,
});

/** The steps for a log that grows on the machine of the service. */
const followSteps = (aim: Aim, log: string): readonly Step[] => [
  lookFirst(aim, log),
  {
    title: 'Record what there is',
    what: 'Rotated and compressed files too. Each line is recorded once, however often you run it.',
    code: `${aim.command} logs import --site ${aim.siteId} '${log}*'`,
  },
  {
    title: 'Follow it from now on',
    what: 'Continues when the log is rotated and after a restart.',
    code: `${aim.command} logs follow --site ${aim.siteId} ${log}`,
  },
  tryIt(aim),
];

/** The steps for files that are copied to the machine of the service now and then. */
const filesSteps = (aim: Aim, files: string): readonly Step[] => [
  lookFirst(aim, files),
  {
    title: 'Record the files',
    what: 'Plain or compressed. Run it again when new files have come: each line is recorded once.',
    code: `${aim.command} logs import --site ${aim.siteId} ${files}`,
  },
];

/** Logs that the commands read on the machine of the service, which need no key. */
export const LOG_WAYS: readonly Way[] = [
  {
    ...LOG,
    id: 'nginx',
    name: 'nginx',
    hint: 'its access log',
    words: 'openresty plesk access.log combined json wordpress woocommerce php laravel django rails',
    guide: '/docs/access-logs#nginx',
    steps: (aim) => followSteps(aim, '/var/log/nginx/access.log'),
    sees: ACCESS_LOG_SIGHTS,
  },
  {
    ...LOG,
    id: 'apache',
    name: 'Apache',
    hint: 'its access log, LiteSpeed’s too',
    words: 'httpd litespeed cpanel plesk access.log combined wordpress woocommerce php drupal joomla magento',
    guide: '/docs/access-logs#apache',
    steps: (aim) => followSteps(aim, '/var/log/apache2/access.log'),
    sees: ACCESS_LOG_SIGHTS,
  },
  {
    ...LOG,
    id: 'caddy',
    name: 'Caddy',
    hint: 'its JSON log',
    words: 'caddyfile frankenphp',
    guide: '/docs/access-logs#caddy',
    steps: (aim) => [
      {
        title: 'Let Caddy write a log',
        what: 'It does so only if the Caddyfile says so for the site.',
        code: 'log {\n\toutput file /var/log/caddy/access.log\n\tformat json\n}',
      },
      ...followSteps(aim, '/var/log/caddy/access.log'),
    ],
    sees: ACCESS_LOG_SIGHTS,
  },
  {
    ...LOG,
    id: 'traefik',
    name: 'Traefik',
    hint: 'its JSON log',
    words: 'docker swarm coolify dokploy',
    guide: '/docs/access-logs#traefik',
    steps: (aim) => [
      {
        title: 'Let Traefik write a log',
        what: 'As JSON, and with these headers, which it leaves out otherwise. In its static configuration:',
        code: TRAEFIK_LOG,
      },
      ...followSteps(aim, '/var/log/traefik/access.json'),
    ],
    sees: ACCESS_LOG_SIGHTS,
  },
  {
    ...LOG,
    id: 'haproxy',
    name: 'HAProxy',
    hint: 'its HTTP log',
    words: 'pfsense opnsense load balancer',
    guide: '/docs/access-logs#haproxy',
    steps: (aim) => [
      {
        title: 'Let HAProxy log the headers',
        what: 'Without them, no bot can be recognised. In its frontend, in this order:',
        code: HAPROXY_LOG,
      },
      ...followSteps(aim, '/var/log/haproxy.log'),
    ],
    sees: ACCESS_LOG_SIGHTS,
  },
  {
    ...LOG,
    id: 'iis',
    name: 'IIS',
    hint: 'its W3C log',
    words: 'windows server microsoft asp.net .net aspnet umbraco sitecore w3c',
    guide: '/docs/access-logs#iis',
    steps: (aim) => [
      {
        title: 'Select the fields',
        what: 'In IIS Manager: the site, Logging, format W3C, Select Fields. Besides the preselected ones choose `cs-host`, `sc-bytes`, `cs(Referer)` and `cs(User-Agent)`.',
      },
      {
        title: 'Copy the files to the machine of the service',
        what: 'IIS writes a file a day to `C:\\inetpub\\logs\\LogFiles\\W3SVC1`. Repeat this by a task.',
        code: 'scp C:\\inetpub\\logs\\LogFiles\\W3SVC1\\u_ex*.log USER@HOST:iis-logs/',
      },
      ...filesSteps(aim, "'iis-logs/u_ex*.log'"),
    ],
    sees: ACCESS_LOG_SIGHTS,
  },
];

/** Files of CDNs and hosts, which are fetched now and then. */
export const FETCHED_WAYS: readonly Way[] = [
  {
    ...LOG,
    place: 'front',
    id: 'load-balancer',
    name: 'AWS load balancer',
    hint: 'its files in S3',
    words: 'amazon alb elb elastic beanstalk ecs fargate s3 application load balancer',
    guide: '/docs/access-logs#a-cdn-or-a-load-balancer',
    steps: (aim) => [
      {
        title: 'Copy the files',
        what: 'The access logs must be on in the attributes of the load balancer. Repeat this by cron. If its records go to a Firehose stream, deliver that as for Amazon CloudFront.',
        code: 'aws s3 sync s3://BUCKET/AWSLogs/ cdn-logs/',
      },
      ...filesSteps(aim, "'cdn-logs/*/*/*/*/*/*/*'"),
    ],
    sees: [
      PAST,
      ONCE,
      lacks('No referrer.', 'The load balancer does not log it, so no visitor from an LLM product is found.'),
    ],
  },
  {
    ...LOG,
    place: 'front',
    id: 'bunny',
    name: 'Bunny',
    hint: 'its files, by the API',
    words: 'bunnycdn bunny.net cdn pull zone',
    guide: '/docs/recipes#bunnynet',
    steps: (aim) => [
      {
        title: 'Let Bunny log whole addresses',
        what: 'In Bunny: the pull zone, Logging, switch IP anonymization off. Otherwise visits cannot be verified.',
      },
      {
        title: 'Get the script, and save the API key of your account',
        what: 'Paste the key after the second line, then press Enter and Control-D.',
        code: `curl -O ${aim.origin}/senders/bunny-pull.sh
(umask 077; cat >bunny.key)`,
      },
      {
        title: 'Download the logs of the finished days',
        what: 'Bunny keeps them for three days, so run this once a day by cron. Replace the id of the pull zone.',
        code: 'BUNNY_ACCESS_KEY_FILE=bunny.key sh bunny-pull.sh PULL_ZONE_ID bunny-logs',
      },
      ...filesSteps(aim, "'bunny-logs/*.log'"),
    ],
    sees: [sees('Every request that reaches it.', 'Pages from its cache, too.'), PAST, ONCE],
  },
];

/** Whatever else is a log. */
export const OTHER_WAYS: readonly Way[] = [
  {
    ...LOG,
    id: 'another-file',
    name: 'Another file',
    hint: 'Envoy, Istio, Akamai, S3, SFTP',
    words: 'file zip gz csv log envoy istio akamai azure gcp hosting ftp sftp rclone shared cpanel import',
    guide: '/docs/access-logs#formats',
    steps: (aim) => filesSteps(aim, "'logs/*'"),
    sees: [PAST, ONCE, lacks('What comes later.', 'Run the command again when new files have come.')],
  },
];
