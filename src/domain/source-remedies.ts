import type { Sender } from './sender.ts';
import type { SourceKind } from './source.ts';
import { SOURCE_LIMIT_CODES, type SourceLimitCode } from './source-limits.ts';

type Sent = { readonly kind: SourceKind; readonly sender: string | null };

/** What a limit of a source means for its owner, in two or three sentences: what cannot be known, why, and what to change. */
export function remedyOf(
  code: string,
  { kind, sender }: Sent,
): { readonly code: SourceLimitCode; readonly remedy: string } | undefined {
  const known = SOURCE_LIMIT_CODES.find((one) => one === code);
  if (known === undefined) return undefined;
  const { means, bySender = {}, byKind = {}, usual }: Remedy = REMEDIES[known];
  const change = (sender === null ? undefined : bySender[sender as Sender]) ?? byKind[kind] ?? usual;
  return { code: known, remedy: `${means} ${change}` };
}

type Remedy = {
  readonly means: string;
  /** What to change, where it differs. */
  readonly bySender?: Readonly<Partial<Record<Sender, string>>>;
  readonly byKind?: Readonly<Partial<Record<SourceKind, string>>>;
  readonly usual: string;
};

const REMEDIES: Readonly<Record<SourceLimitCode, Remedy>> = {
  unreadable: {
    means:
      'None of the records of the last batch could be read: nothing counts, because they are in no known format or are damaged.',
    bySender: {
      logpush:
        'Set the output type of the Logpush job to ndjson, with the fields that the page about senders gives.',
      fastly: 'Use the log format that the page about access logs gives for Fastly.',
      otlp: 'Let the collector send whole lines of the log, or the attributes of the conventions for HTTP.',
      akamai: 'Set the format of the stream to JSON.',
    },
    usual: 'Send lines in one of the formats of the page about access logs.',
  },
  'no-user-agent': {
    means: 'No record has a user agent: no AI bot can be found, since it is what names them.',
    bySender: {
      logpush: 'Add ClientRequestUserAgent to the fields of the Logpush job.',
      vercel: 'Add the user agent to the fields of the drain.',
      firehose: 'Add cs(User-Agent) to the fields of the log delivery.',
      fastly: 'Add the user agent to the log format, as the page about senders gives it.',
      akamai: 'Select the field UA in the data set of the stream.',
      netlify: 'Turn off the exclusion of personal data in the log drain, which leaves the user agent out.',
      logplex:
        'The router of Heroku logs none: let the application log its requests in the combined format, or use the middleware.',
      otlp: 'Let the collector send the attribute user_agent.original, or whole lines of the log.',
    },
    byKind: {
      log: 'Log in the combined format or, better, in the one that the page about access logs gives for your server.',
      collector: 'Send user_agent with each request.',
    },
    usual: 'Select the User-Agent header in what is sent.',
  },
  'no-address': {
    means:
      'No record has the address of its client: countries are unknown, and so is whether a bot came from its operator.',
    bySender: {
      logpush: 'Add ClientIP to the fields of the Logpush job.',
      vercel: 'Allow client addresses in the security settings of the Vercel team.',
      firehose: 'Add c-ip to the fields of the log delivery.',
      akamai: 'Select the field cliIP in the data set of the stream.',
      netlify: 'Turn off the exclusion of personal data in the log drain.',
      otlp: 'Let the collector send the attribute client.address.',
    },
    byKind: {
      log: 'Log the address of the client at the beginning of each line.',
      collector: 'Send address with each request.',
    },
    usual: 'Select the address of the client in what is sent.',
  },
  'addresses-anonymised': {
    means:
      'A part of every address was taken away: countries are right as a rule, but bots get no verdict, because whether one came from its operator needs the whole address.',
    byKind: {
      log: 'If you may, log whole addresses: they are compared when a line is read, and never stored.',
    },
    usual:
      'If you may, turn off the anonymisation of addresses where they are sent: they are compared on arrival, and never stored.',
  },
  'no-host': {
    means: 'No record names its host: requests to other sites that share the log are counted for this one.',
    bySender: {
      logpush: 'Add ClientRequestHost to the fields of the Logpush job.',
      firehose: 'Add x-host-header to the fields of the log delivery.',
      akamai: 'Select the field reqHost in the data set of the stream.',
    },
    byKind: {
      log: 'If the server has several sites, log the host, in the format that the page about access logs gives for it.',
      collector: 'If the server has several sites, send host with each request.',
    },
    usual: 'If several sites are sent, select the host of the request too.',
  },
  'no-status': {
    means: 'No record has a status: failed visits of bots and redirects cannot be told from the others.',
    bySender: {
      logpush: 'Add EdgeResponseStatus to the fields of the Logpush job.',
      firehose: 'Add sc-status to the fields of the log delivery.',
      akamai: 'Select the field statusCode in the data set of the stream.',
      otlp: 'Let the collector send the attribute http.response.status_code.',
    },
    byKind: {
      log: 'Log the status of the response.',
      collector: 'Send status with each request.',
    },
    usual: 'Select the status of the response in what is sent.',
  },
  'no-referrer': {
    means:
      'No record has a referrer: clicks in LLM products are found only where the address itself names the product (utm_source).',
    bySender: {
      logpush: 'Add ClientRequestReferer to the fields of the Logpush job.',
      firehose: 'Add cs(Referer) to the fields of the log delivery.',
      akamai: 'Select the field referer in the data set of the stream.',
      logplex:
        'The router of Heroku logs none: let the application log its requests in the combined format, or use the middleware.',
      otlp: 'Let the collector send the attribute http.request.header.referer.',
    },
    byKind: {
      log: 'Log the Referer header, as the combined format does.',
      collector: 'Send referrer with each request.',
    },
    usual: 'Select the Referer header in what is sent.',
  },
  'no-request-id': {
    means:
      'No record has an id that its host made: a batch that comes again is recognised as a whole, but a request that also comes another way is counted twice.',
    bySender: {
      logpush: 'Add RayID to the fields of the Logpush job.',
      firehose: 'Add x-edge-request-id to the fields of the log delivery.',
      akamai: 'Select the field reqId in the data set of the stream.',
    },
    usual: 'Send the traffic of the site in one way only, or select the request id in what is sent.',
  },
  'subrequests-unknown': {
    means:
      'No record tells whether a Worker made the request: such requests are counted beside the visit that caused them.',
    usual: 'Add ClientRequestSource and ParentRayID to the fields of the Logpush job.',
  },
  sampled: {
    means: 'Only a part of the requests is sent: all counts are too low, and rare bots may be missing.',
    bySender: {
      logpush: 'Set the sample rate of the Logpush job to 1.',
      vercel: 'Remove the sampling rules of the drain.',
    },
    usual: 'Turn sampling off where the records are sent.',
  },
};
