import { sees } from '../../parts/sight.ts';
import { type Aim, SERVED, type Way, drainOf, drainUrl, tryIt } from './way.ts';

const SHIPPER = { place: 'log', scope: 'DRAIN' } as const;

const RESENT = sees('A batch once.', 'What is sent again after a lost response does not count again.');

/** Where the service is, as programs want it that take an address apart. */
function placeOf({ origin }: Aim) {
  const { hostname, port, protocol } = new URL(origin);
  const isSecure = protocol === 'https:';
  return { hostname, port: port || (isSecure ? '443' : '80'), isSecure };
}

function fluentBitOutput(aim: Aim): string {
  const { hostname, port, isSecure } = placeOf(aim);
  return `[OUTPUT]
    Name        http
    Match       site-traffic
    Host        ${hostname}
    Port        ${port}
    URI         /drain/${aim.key}
    TLS         ${isSecure ? 'On' : 'Off'}
    Format      json_lines
    Compress    gzip
    Retry_Limit no_limits`;
}

const vectorSink = (aim: Aim): string => `[sinks.site_traffic]
type = "http"
inputs = ["access_log"]
uri = "${drainUrl(aim)}"
encoding.codec = "text"
framing.method = "newline_delimited"
compression = "gzip"`;

function rsyslogRules(aim: Aim): string {
  const { hostname, port, isSecure } = placeOf(aim);
  const queue = (name: string) =>
    `queue.type="LinkedList" queue.filename="${name}" queue.saveOnShutdown="on"`;
  const action = `action(type="omhttp" server="${hostname}" serverport="${port}" usehttps="${isSecure ? 'on' : 'off'}"
    restpath="drain/${aim.key}" template="line" batch="on" batch.format="newline"`;
  return `module(load="imfile")
module(load="omhttp")
template(name="line" type="string" string="%msg%")
input(type="imfile" File="/var/log/nginx/access.log" Tag="nginx" ruleset="site-traffic")
ruleset(name="site-traffic" ${queue('site-traffic')}) {
  ${action}
    batch.maxsize="1000" compress="on" retry="on" retry.ruleset="site-traffic-again" ratelimit.interval="0")
}
ruleset(name="site-traffic-again" ${queue('site-traffic-again')}) {
  ${action}
    batch.maxsize="1" action.resumeRetryCount="-1")
}`;
}

const collectorConfig = (aim: Aim): string => `receivers:
  filelog:
    include: [/var/log/nginx/access.log]
exporters:
  otlphttp:
    logs_endpoint: ${drainUrl(aim)}/v1/logs
    compression: gzip
    retry_on_failure: { max_elapsed_time: 0 }
service:
  pipelines:
    logs:
      receivers: [filelog]
      exporters: [otlphttp]`;

/** Programs that send what they read of a log, from machines other than that of the service. */
export const SHIPPER_WAYS: readonly Way[] = [
  {
    ...SHIPPER,
    id: 'kubernetes',
    name: 'Kubernetes',
    hint: 'ingress-nginx, Traefik, Envoy',
    words: 'k8s k3s ingress gateway istio helm pods containers aks eks gke openshift',
    source: drainOf('lines'),
    guide: '/docs/senders#fluent-bit-vector-and-rsyslog',
    steps: (aim) => [
      {
        title: 'Let Fluent Bit send the log of the ingress',
        what: 'It runs on every node and reads what the containers print. In the values of its Helm chart, under `config`: the first part goes to `inputs`, the second to `outputs`.',
        code: `[INPUT]
    Name             tail
    Tag              site-traffic
    Path             /var/log/containers/ingress-nginx-controller-*.log
    multiline.parser cri

${fluentBitOutput(aim)}`,
      },
      tryIt(aim),
    ],
    sees: [sees('What the ingress logs.', 'Traefik and Envoy must log as JSON.'), RESENT, SERVED],
  },
  {
    ...SHIPPER,
    id: 'fluent-bit',
    name: 'Fluent Bit',
    hint: 'sends what it tails',
    words: 'fluentbit fluentd docker ecs firelens',
    source: drainOf('lines'),
    guide: '/docs/senders#fluent-bit-vector-and-rsyslog',
    steps: (aim) => [
      {
        title: 'Add an input and an output',
        what: 'Without `Retry_Limit no_limits`, Fluent Bit drops what it could not deliver at the second attempt.',
        code: `[INPUT]
    Name tail
    Tag  site-traffic
    Path /var/log/nginx/access.log
    DB   /var/lib/fluent-bit/site-traffic.db

${fluentBitOutput(aim)}`,
      },
      tryIt(aim),
    ],
    sees: [sees('What your server logs.', 'In any format that a file may have.'), RESENT, SERVED],
  },
  {
    ...SHIPPER,
    id: 'vector',
    name: 'Vector',
    hint: 'sends what it tails',
    words: 'datadog fly.io fly-log-shipper flyio',
    source: drainOf('lines'),
    guide: '/docs/senders#fluent-bit-vector-and-rsyslog',
    steps: (aim) => [
      {
        title: 'Add a source and a sink',
        what: 'To `vector.toml`. It keeps what it could not deliver and tries again.',
        code: `[sources.access_log]
type = "file"
include = ["/var/log/nginx/access.log"]

${vectorSink(aim)}`,
      },
      tryIt(aim),
    ],
    sees: [sees('What your server logs.', 'In any format that a file may have.'), RESENT, SERVED],
  },
  {
    ...SHIPPER,
    id: 'rsyslog',
    name: 'rsyslog',
    hint: 'by omhttp',
    words: 'syslog syslog-ng omhttp linux journal',
    source: drainOf('lines'),
    guide: '/docs/senders#fluent-bit-vector-and-rsyslog',
    steps: (aim) => [
      {
        title: 'Add a rule',
        what: 'As `/etc/rsyslog.d/site-traffic.conf`, with the package rsyslog-omhttp. The second ruleset sends again what could not be delivered, one line at a time.',
        code: rsyslogRules(aim),
      },
      tryIt(aim),
    ],
    sees: [sees('What your server logs.', 'In any format that a file may have.'), RESENT, SERVED],
  },
  {
    ...SHIPPER,
    id: 'opentelemetry',
    name: 'OpenTelemetry',
    hint: 'a Collector’s logs',
    words: 'otel otlp collector filelog grafana alloy',
    source: drainOf('otlp'),
    guide: '/docs/senders#opentelemetry-collector',
    steps: (aim) => [
      {
        title: 'Add a receiver and an exporter',
        what: 'Records with a line of a log, or with the attributes of HTTP, both count; spans do not.',
        code: collectorConfig(aim),
      },
      tryIt(aim),
    ],
    sees: [
      sees('Lines and attributes.', 'The line comes first, else the attributes of the conventions for HTTP.'),
      RESENT,
      SERVED,
    ],
  },
];
