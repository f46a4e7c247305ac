import { gzipSync } from 'node:zlib';
import type { Sender } from '../../../src/domain/sender.ts';

/** A request of the site that is delivered. Its number is its path, so that the event that it became can be found. */
export type Visit = { readonly number: number; readonly timeMs: number };

/** A delivery as its sender makes it. It makes a repetition of the same batch alike. */
export type Delivery = {
  /** What follows the token in the path. */
  readonly suffix?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
};

export const USER_AGENT = 'Mozilla/5.0 (compatible; GPTBot/1.2; +https://openai.com/gptbot)';
export const HOST = 'example.com';
const ADDRESS = '20.171.207.5';

export function pathOf({ number }: Visit): string {
  return `/visit/${number}`;
}

/** What each sender delivers: a batch of visits, by the number of the batch. */
export const DELIVERIES: Readonly<Record<Sender, (visits: readonly Visit[], batch: number) => Delivery>> = {
  logpush: (visits) => ({
    headers: { 'content-type': 'application/octet-stream', 'content-encoding': 'gzip' },
    body: gzipSync(lines(visits.map(logpushRecord))),
  }),
  vercel: (visits) => json(visits.map(vercelRecord)),
  firehose: (visits, batch) => ({
    headers: {
      'content-type': 'application/json',
      'x-amz-firehose-protocol-version': '1.0',
      'x-amz-firehose-request-id': `request-${batch}`,
    },
    body: Buffer.from(
      JSON.stringify({
        requestId: `request-${batch}`,
        timestamp: visits[0]?.timeMs,
        records: visits.map((visit) => ({ data: base64Of(cloudfrontRecord(visit)) })),
      }),
    ),
  }),
  fastly: (visits) => ndjson(visits.map(fastlyRecord)),
  otlp: (visits) => ({
    suffix: '/v1/logs',
    ...json({ resourceLogs: [{ scopeLogs: [{ logRecords: visits.map(otlpRecord) }] }] }),
  }),
  pubsub: ([visit], batch) =>
    json({
      message: { messageId: String(batch), data: visit && base64Of(googleCloudEntry(visit)) },
      subscription: 'projects/project/subscriptions/requests',
    }),
  akamai: (visits) => ndjson(visits.map(akamaiRecord)),
  netlify: (visits) => json(visits.map(netlifyRecord)),
  azure: (visits) => json({ records: visits.map(azureRecord) }),
  logplex: (visits, batch) => ({
    headers: {
      'content-type': 'application/logplex-1',
      'logplex-frame-id': `frame-${batch}`,
      'logplex-msg-count': String(visits.length),
    },
    body: Buffer.from(visits.map(logplexFrame).join('')),
  }),
  lines: (visits) => ({
    headers: { 'content-type': 'text/plain' },
    body: Buffer.from(lines(visits.map(combinedLine))),
  }),
};

/** How many visits a batch may have, where it may not have any number. */
export const MOST_VISITS: Partial<Record<Sender, number>> = { pubsub: 1 };

function base64Of(record: object): string {
  return Buffer.from(lines([record])).toString('base64');
}

function json(value: unknown): Delivery {
  return { headers: { 'content-type': 'application/json' }, body: Buffer.from(JSON.stringify(value)) };
}

function ndjson(records: readonly object[]): Delivery {
  return { headers: { 'content-type': 'application/x-ndjson' }, body: Buffer.from(lines(records)) };
}

function lines(records: readonly (object | string)[]): string {
  return records
    .map((record) => `${typeof record === 'string' ? record : JSON.stringify(record)}\n`)
    .join('');
}

function idOf({ number }: Visit): string {
  return number.toString(16).padStart(16, '0');
}

function isoOf({ timeMs }: Visit): string {
  return new Date(timeMs).toISOString();
}

function logpushRecord(visit: Visit): object {
  return {
    EdgeStartTimestamp: isoOf(visit),
    RayID: idOf(visit),
    ClientRequestSource: 'eyeball',
    ClientIP: ADDRESS,
    ClientRequestHost: HOST,
    ClientRequestMethod: 'GET',
    ClientRequestURI: pathOf(visit),
    ClientRequestUserAgent: USER_AGENT,
    ClientRequestReferer: '',
    EdgeResponseStatus: 200,
    EdgeResponseBytes: 1200,
  };
}

function vercelRecord(visit: Visit): object {
  return {
    id: `log-${visit.number}`,
    requestId: idOf(visit),
    projectId: 'project',
    deploymentId: 'deployment',
    source: 'static',
    timestamp: visit.timeMs,
    proxy: {
      timestamp: visit.timeMs,
      method: 'GET',
      host: HOST,
      path: pathOf(visit),
      statusCode: 200,
      userAgent: [USER_AGENT],
      clientIp: ADDRESS,
    },
  };
}

function cloudfrontRecord(visit: Visit): object {
  return {
    'timestamp(ms)': String(visit.timeMs),
    'c-ip': ADDRESS,
    'cs-method': 'GET',
    'cs(Host)': HOST,
    'x-host-header': HOST,
    'cs-uri-stem': pathOf(visit),
    'sc-status': '200',
    'sc-bytes': '1200',
    'cs(User-Agent)': encodeURIComponent(USER_AGENT),
    'x-edge-request-id': idOf(visit),
  };
}

function fastlyRecord(visit: Visit): object {
  return {
    timestamp: isoOf(visit),
    client_ip: ADDRESS,
    host: HOST,
    url: pathOf(visit),
    request_method: 'GET',
    request_referer: '',
    request_user_agent: USER_AGENT,
    response_status: 200,
    response_body_size: 1200,
    id: idOf(visit),
  };
}

function otlpRecord(visit: Visit): object {
  const attribute = (key: string, stringValue: string) => ({ key, value: { stringValue } });
  return {
    timeUnixNano: `${visit.timeMs}000000`,
    attributes: [
      attribute('http.request.method', 'GET'),
      attribute('url.path', pathOf(visit)),
      attribute('server.address', HOST),
      attribute('client.address', ADDRESS),
      attribute('user_agent.original', USER_AGENT),
      { key: 'http.response.status_code', value: { intValue: '200' } },
    ],
  };
}

function googleCloudEntry(visit: Visit): object {
  return {
    insertId: idOf(visit),
    timestamp: isoOf(visit),
    httpRequest: {
      requestMethod: 'GET',
      requestUrl: `https://${HOST}${pathOf(visit)}`,
      status: 200,
      responseSize: '1200',
      userAgent: USER_AGENT,
      remoteIp: ADDRESS,
    },
  };
}

function akamaiRecord(visit: Visit): object {
  return {
    reqTimeSec: (visit.timeMs / 1000).toFixed(3),
    cliIP: ADDRESS,
    reqMethod: 'GET',
    reqHost: HOST,
    reqPath: pathOf(visit).slice(1),
    queryStr: '-',
    statusCode: '200',
    bytes: '1200',
    UA: encodeURIComponent(USER_AGENT),
    referer: '-',
    reqId: idOf(visit),
  };
}

function netlifyRecord(visit: Visit): object {
  return {
    log_type: 'traffic',
    timestamp: isoOf(visit),
    url: `https://${HOST}${pathOf(visit)}`,
    method: 'GET',
    status_code: 200,
    response_size: 1200,
    referrer: '',
    user_agent: USER_AGENT,
    client_ip: ADDRESS,
    country: 'US',
    request_id: idOf(visit),
  };
}

function azureRecord(visit: Visit): object {
  return {
    category: 'FrontdoorAccessLog',
    time: isoOf(visit),
    properties: {
      httpMethod: 'GET',
      requestUri: `https://${HOST}:443${pathOf(visit)}`,
      httpStatusCode: '200',
      responseBytes: '1200',
      userAgent: USER_AGENT,
      clientIp: ADDRESS,
      trackingReference: idOf(visit),
    },
  };
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function combinedLine(visit: Visit): string {
  const [date = '', clock = ''] = isoOf(visit).slice(0, 19).split('T');
  const [year, month, day] = date.split('-');
  const time = `${day}/${MONTHS[Number(month) - 1]}/${year}:${clock} +0000`;
  return `${ADDRESS} - - [${time}] "GET ${pathOf(visit)} HTTP/1.1" 200 1200 "-" "${USER_AGENT}"`;
}

function logplexFrame(visit: Visit): string {
  const message = `<158>1 ${isoOf(visit)} host app web.1 - ${combinedLine(visit)}\n`;
  return `${Buffer.byteLength(message)} ${message}`;
}
