import type { SkippedCount, Source, SourceWindow } from '../domain/source.ts';
import { sources } from '../operations/reading/sources.ts';
import { NULL_ON_ERROR, builder } from './builder.ts';
import { SiteType } from './sites.ts';

const SourceKindType = builder.enumType('SourceKind', {
  description: 'The way in which records of a site come in.',
  values: {
    LOG: { value: 'log', description: 'An access log, imported or followed.' },
    DRAIN: { value: 'drain', description: 'A service that sends its logs to /drain.' },
    COLLECTOR: { value: 'collector', description: 'A backend that sends events or requests.' },
    MIDDLEWARE: { value: 'middleware', description: 'A Node.js server that reports its requests.' },
    IMPORT: { value: 'import', description: 'Files of events.' },
  } as const,
});

const SkippedCountType = builder.objectRef<SkippedCount>('SkippedCount').implement({
  description: 'Records that became no event for one reason.',
  fields: (t) => ({
    reason: t.exposeString('reason', {
      description: 'The reason, as `logs import --json` names it, such as "other-robot".',
    }),
    count: t.expose('count', { type: 'SafeInt', description: 'How many records it were.' }),
    sample: t.exposeString('sample', {
      nullable: true,
      description:
        'Of the first of them, if it was read, the method, host and path without query; if it could not be read, its ' +
        'first 200 characters with every digit as 9 and every letter as a. Null if there is none.',
    }),
  }),
});

const SourceWindowType = builder.objectRef<SourceWindow>('SourceWindow').implement({
  description:
    'What came in within 24 hours, by the time at which it came in: in the current UTC hour and the 23 before it. A ' +
    'record is a line, a request or an item: records = events + repeats + skipped.',
  fields: (t) => ({
    records: t.expose('records', { type: 'SafeInt', description: 'All records.' }),
    events: t.expose('events', {
      type: 'SafeInt',
      description: 'Records that became events. One that is both a referral and a conversion counts once.',
    }),
    repeats: t.expose('repeats', {
      type: 'SafeInt',
      description: 'Records that were recorded before, whichever way they came, and are not counted again.',
    }),
    skipped: t.expose('skipped', {
      type: [SkippedCountType],
      description: 'Records that became no event, by reason, most first.',
    }),
  }),
});

const SourceBatchType = builder.objectRef<NonNullable<Source['lastBatch']>>('SourceBatch').implement({
  description: 'Records that came in together.',
  fields: (t) => ({
    at: t.expose('atMs', { type: 'DateTime', description: 'When they came in.' }),
    records: t.expose('records', { type: 'SafeInt', description: 'How many there were.' }),
    bytes: t.expose('bytes', { type: 'SafeInt', description: 'Their size, unpacked.' }),
  }),
});

const SourceLimitType = builder.objectRef<Source['limits'][number]>('SourceLimit').implement({
  description: 'Something that the records of a source do not tell.',
  fields: (t) => ({
    code: t.exposeString('code', { description: 'What is missing, such as "no-user-agent".' }),
    remedy: t.exposeString('remedy', {
      description: 'What cannot be known without it, why, and what to change.',
    }),
  }),
});

const SourceRefusalType = builder.objectRef<NonNullable<Source['lastRefusal']>>('SourceRefusal').implement({
  description: 'A request of a source that was refused.',
  fields: (t) => ({
    at: t.expose('atMs', { type: 'DateTime', description: 'When it came.' }),
    status: t.exposeInt('status', { description: 'The HTTP status of the response.' }),
    reason: t.exposeString('reason', {
      description: 'What the response said, without values of the request.',
    }),
  }),
});

const SourceType = builder.objectRef<Source>('Source').implement({
  description: 'Where records of the site come from: a log, or a sender with its key.',
  fields: (t) => ({
    id: t.id({
      description: 'An id that stays the same. It is opaque.',
      resolve: ({ id }) => `source_${id}`,
    }),
    kind: t.expose('kind', { type: SourceKindType, description: 'How the records come in.' }),
    name: t.exposeString('name', {
      description:
        'The file of a log, with folders only where another log has the same name; the name of the key of the others.',
    }),
    keyId: t.id({
      nullable: true,
      description: 'The key with which it sends, as in account { keys { id } }; null for logs and imports.',
      resolve: ({ keyId }) => (keyId === null ? null : `key_${keyId}`),
    }),
    sender: t.exposeString('sender', {
      nullable: true,
      description:
        'What delivers to the drain: "logpush", "vercel", "firehose", "fastly", "otlp", "pubsub", "akamai", "netlify", ' +
        '"azure", "logplex" or "lines"; null for the other kinds.',
    }),
    lastRecordedAt: t.expose('lastRecordedMs', {
      type: 'DateTime',
      nullable: true,
      description: 'When an event of it was last recorded; null if that is not known.',
    }),
    window: t.expose('window', { type: SourceWindowType, description: 'What came in within 24 hours.' }),
    lastBatch: t.expose('lastBatch', {
      type: SourceBatchType,
      nullable: true,
      description: 'The records that came in last; null if that is not known.',
    }),
    limits: t.expose('limits', {
      type: [SourceLimitType],
      description: 'What its last records do not tell.',
    }),
    lastRefusal: t.expose('lastRefusal', {
      type: SourceRefusalType,
      nullable: true,
      description: 'The last request of it that was refused; null if none was.',
    }),
  }),
});

builder.objectField(SiteType, 'sources', (t) =>
  t.field({
    type: [SourceType],
    ...NULL_ON_ERROR,
    description:
      'Where records of the site come from, and what became of them, by kind and name; of the 200 that were heard of ' +
      'last. What came in shows within a few seconds. Costs nothing. Null on NOT_SHARED.',
    resolve: (site, _, ctx) => sources(ctx, site),
  }),
);
