import { lacks, sees } from '../../parts/sight.ts';
import { FASTLY_FORMAT, cloudflareLogpush, firehoseStream, googleCloud } from './front-commands.ts';
import { WHOLE_FACTS, type Way, drainOf, drainUrl, once, tryIt } from './way.ts';

const FRONT = { place: 'front', scope: 'DRAIN', isFromOutside: true } as const;

const CACHED = sees('Every request that reaches it.', 'Pages from its cache, too.');

/** CDNs and hosts that deliver their records to the drain. */
export const FRONT_WAYS: readonly Way[] = [
  {
    ...FRONT,
    id: 'cloudflare-logpush',
    name: 'Cloudflare Logpush',
    hint: 'any plan, every request',
    words: 'cloudflare log push proxy waf',
    source: drainOf('logpush'),
    guide: '/docs/senders#cloudflare-logpush',
    steps: (aim) => [
      {
        title: 'Create the job',
        what: 'Cloudflare tests the address once, then delivers every 30 seconds. You need the id of the zone and an API token with the permission Logs: Edit.',
        code: cloudflareLogpush(aim),
      },
      tryIt(aim),
    ],
    sees: [
      CACHED,
      WHOLE_FACTS,
      once('The ray of a request'),
      lacks('A batch may be lost.', 'Cloudflare gives up after some retries and does not send it later.'),
    ],
  },
  {
    ...FRONT,
    id: 'vercel',
    name: 'Vercel',
    hint: 'log drain, plan Pro',
    words: 'next.js nextjs next edge serverless lambda',
    source: drainOf('vercel'),
    guide: '/docs/senders#vercel',
    steps: (aim) => [
      {
        title: 'Add a log drain',
        what: 'In Vercel: Team Settings, Drains, Add Drain, Logs. Choose the project, the sources Static, Functions, Edge and External, no sampling, and NDJSON. The custom endpoint is:',
        code: drainUrl(aim),
      },
      {
        title: 'Check the signature',
        what: 'Vercel signs what it sends with a secret, and may ask for a code in every response. Enter here what it shows you; without it, the key in the address decides alone.',
        settings: 'signature',
      },
      tryIt(aim),
    ],
    sees: [
      CACHED,
      WHOLE_FACTS,
      once('The id of a request'),
      lacks('No address, if your team hides it.', 'Then visits cannot be verified: switch IP visibility on.'),
      lacks('Only what is not sampled.', 'A sampling rule drops records silently.'),
    ],
  },
  {
    ...FRONT,
    id: 'netlify',
    name: 'Netlify',
    hint: 'log drain, plan Enterprise',
    words: 'jamstack gatsby hugo static host',
    source: drainOf('netlify'),
    guide: '/docs/senders#netlify',
    steps: (aim) => [
      {
        title: 'Enable a log drain',
        what: 'In Netlify: Logs & Metrics, Log Drains. Choose General HTTP endpoint, traffic logs and NDJSON, and leave “Exclude PII” off: it removes the user agent. The full URL is:',
        code: drainUrl(aim),
      },
      tryIt(aim),
    ],
    sees: [
      CACHED,
      WHOLE_FACTS,
      once('The id of a request'),
      lacks('Nothing with “Exclude PII”.', 'Without the user agent no bot can be recognised.'),
    ],
  },
  {
    ...FRONT,
    id: 'cloudfront',
    name: 'Amazon CloudFront',
    hint: 'through Firehose',
    words: 'aws kinesis data firehose waf alb s3 lambda cdn',
    source: drainOf('firehose'),
    guide: '/docs/senders#amazon-cloudfront-and-load-balancers',
    steps: (aim) => [
      {
        title: 'Make a Firehose stream',
        what: 'In us-east-1, where CloudFront delivers from. What cannot be delivered for two hours goes to your bucket. Replace the role and the bucket.',
        code: firehoseStream(aim),
      },
      {
        title: 'Send the logs of the distribution to it',
        what: 'In CloudFront: the distribution, Logging, Create log delivery, Amazon Data Firehose. Choose the stream, the format JSON and all fields of standard logging.',
      },
      tryIt(aim),
    ],
    sees: [
      CACHED,
      WHOLE_FACTS,
      once('CloudFront’s x-edge-request-id'),
      lacks('Not at once.', 'CloudFront usually delivers within minutes, but may take 24 hours.'),
    ],
  },
  {
    ...FRONT,
    id: 'fastly',
    name: 'Fastly',
    hint: 'HTTPS logging',
    words: 'adobe experience manager aem varnish cdn',
    source: drainOf('fastly'),
    guide: '/docs/senders#fastly',
    steps: (aim) => [
      {
        title: 'Create an HTTPS logging endpoint',
        what: 'In Fastly: the service, Logging, HTTPS, Create endpoint. Method POST, content type `application/json`, JSON log entry format Newline delimited, compression gzip. The URL is:',
        code: drainUrl(aim),
      },
      { title: 'Paste the log format', what: 'Then activate the version.', code: FASTLY_FORMAT },
      tryIt(aim),
    ],
    sees: [
      CACHED,
      WHOLE_FACTS,
      once('Fastly’s id of a request'),
      lacks('A batch may be lost.', 'Fastly does not say how often it retries.'),
    ],
  },
  {
    ...FRONT,
    id: 'akamai',
    name: 'Akamai',
    hint: 'DataStream 2, custom HTTPS',
    words: 'datastream property linode cdn',
    source: drainOf('akamai'),
    guide: '/docs/senders#akamai-datastream-2',
    steps: (aim) => [
      {
        title: 'Create a stream',
        what: 'In Akamai: Common Services, DataStream, Create stream. Choose the format JSON, and the fields `reqTimeSec`, `cliIP`, `reqMethod`, `reqHost`, `reqPath`, `queryStr`, `statusCode`, `bytes`, `UA`, `referer` and `reqId`.',
      },
      {
        title: 'Deliver it here',
        what: 'Destination Custom HTTPS, authentication None, compressed data, every 30 seconds. The first logs come about an hour later. The endpoint URL is:',
        code: drainUrl(aim),
      },
      tryIt(aim),
    ],
    sees: [
      CACHED,
      WHOLE_FACTS,
      once('The request id'),
      lacks('A batch may be lost.', 'Akamai does not say how often it retries.'),
    ],
  },
  {
    ...FRONT,
    id: 'google-cloud',
    name: 'Google Cloud',
    hint: 'load balancer, through Pub/Sub',
    words: 'gcp google load balancer pubsub pub/sub cloud run cdn gke',
    source: drainOf('pubsub'),
    guide: '/docs/senders#google-cloud-load-balancer',
    steps: (aim) => [
      {
        title: 'Push the logs of the load balancer',
        what: 'Logging must be on for its backends, with a sample rate of 1. Replace the project.',
        code: googleCloud(aim),
      },
      {
        title: 'Check who pushes',
        what: 'If the subscription authenticates (`--push-auth-service-account`, `--push-auth-token-audience`), enter the audience here, and tokens of others are refused.',
        settings: 'audience',
      },
      tryIt(aim),
    ],
    sees: [
      CACHED,
      WHOLE_FACTS,
      once('Google’s insertId'),
      lacks('Only what is logged.', 'A sample rate below 1 drops requests silently.'),
    ],
  },
  {
    ...FRONT,
    id: 'azure-front-door',
    name: 'Azure Front Door',
    hint: 'through Event Hubs and a bridge',
    words: 'microsoft azure event hub cdn app service',
    source: drainOf('azure'),
    guide: '/docs/senders#azure-front-door',
    isFromOutside: false,
    steps: (aim) => [
      {
        title: 'Send the access log to an event hub',
        what: 'In Azure: the profile, Diagnostic settings, Add. Choose FrontDoor Access Log and Stream to an event hub.',
      },
      {
        title: 'Run a bridge',
        what: 'Front Door cannot send over HTTP itself. Vector reads the hub and sends what it holds. Replace the namespace and the name of the hub.',
        code: `[sources.front_door]
type = "kafka"
bootstrap_servers = "NAMESPACE.servicebus.windows.net:9093"
group_id = "site-traffic"
topics = ["HUB"]
sasl = { enabled = true, mechanism = "PLAIN", username = "$$ConnectionString", password = "\${EVENT_HUB_CONNECTION}" }
tls = { enabled = true }

[sinks.site_traffic]
type = "http"
inputs = ["front_door"]
uri = "${drainUrl(aim)}"
encoding.codec = "text"
framing.method = "newline_delimited"
compression = "gzip"`,
      },
      tryIt(aim),
    ],
    sees: [CACHED, WHOLE_FACTS, once('The tracking reference')],
  },
];
