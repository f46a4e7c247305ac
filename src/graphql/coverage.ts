import type { RecordingSource } from '../domain/recording-source.ts';
import { DATA_DECIDES } from '../execution/largest-answer.ts';
import { type Coverage, coverage } from '../operations/reading/coverage.ts';
import { GAP_DAYS } from '../operations/reading/gaps.ts';
import { builder, paid } from './builder.ts';
import { GapType } from './gap.ts';
import { dateArguments } from './report-arguments.ts';
import { SiteType } from './sites.ts';

const RecordingSourceType = builder.objectRef<RecordingSource>('RecordingSource').implement({
  description: 'Where events of the site come from.',
  fields: (t) => ({
    kind: t.exposeString('kind', {
      description:
        '"log": an access log; "drain": a service that sends its logs; "collector": a backend that sends events; "middleware": a Node.js server that reports its ' +
        'requests; "import": files of events.',
    }),
    name: t.string({
      nullable: true,
      description: 'The name of the file of a log, without its folder; null for the other kinds.',
      resolve: ({ kind, name }) => (kind === 'log' ? name : null),
    }),
    lastRecordedAt: t.expose('lastRecordedMs', {
      type: 'DateTime',
      nullable: true,
      description:
        'When it last recorded an event. For a log, when the part of the file that is recorded was ' +
        'last changed; null if nothing of the log is recorded.',
    }),
  }),
});

const CoverageType = builder.objectRef<Coverage>('Coverage').implement({
  description: 'Whether what is recorded of the site is complete.',
  fields: (t) => ({
    firstEventAt: t.expose('firstEventMs', {
      type: 'DateTime',
      nullable: true,
      description: 'When the first event of the range happened; null if there is none.',
    }),
    lastEventAt: t.expose('lastEventMs', {
      type: 'DateTime',
      nullable: true,
      description: 'When the last event of the range happened; null if there is none.',
    }),
    factsSince: t.expose('factsSinceMs', {
      type: 'DateTime',
      nullable: true,
      description:
        'The first bot visit ever that was recorded with a status, bytes or a verdict; null if none was. Before it, ' +
        'none of them is known.',
    }),
    rangesUpdatedAt: t.expose('rangesUpdatedMs', {
      type: 'DateTime',
      nullable: true,
      description: "When the newest list of bots' address ranges was retrieved; null if there is none.",
    }),
    attributionSince: t.expose('attributionSinceMs', {
      type: 'DateTime',
      nullable: true,
      description:
        'Since when it is looked up which LLM product sent the visitor of a conversion; null while it is not. Before it, a ' +
        'conversion without a product is one of which that is not known; after it, one of a visitor that no product sent.',
    }),
    attributionMinutes: t.exposeInt('attributionMinutes', {
      description:
        'For how many minutes after a visitor has come from an LLM product their conversions count as sent by it; 0 if ' +
        'that is switched off.',
    }),
    gaps: t.expose('gaps', {
      type: [GapType],
      description:
        'Stretches of more than three hours, and of more than ten times the usual distance between events, in which ' +
        'nothing at all was recorded: a guess, oldest first. What is usual at an hour of the week is the average of ' +
        'the eight weeks before, without the busiest; it takes two weeks to be known. A stretch ends at the borders ' +
        `of the range. Of a longer range, the last ${GAP_DAYS} days are searched.`,
    }),
    sources: t.expose('sources', {
      type: [RecordingSourceType],
      description: 'The sources that have recorded to the site, by kind and name.',
    }),
  }),
});

builder.objectField(CoverageType, 'signaturesSince', (t) =>
  t.expose('signaturesSinceMs', {
    type: 'DateTime',
    nullable: true,
    description: 'The first bot visit ever that was recorded with a signature; null if none was.',
  }),
);

builder.objectField(SiteType, 'coverage', (t) =>
  t.field({
    type: CoverageType,
    ...paid(DATA_DECIDES),
    description:
      'Whether what is recorded in a range of days is complete. Costs one unit of the budget "insight". Null on ' +
      'RATE_LIMITED or INVALID_DATE_RANGE.',
    args: dateArguments,
    resolve: ({ id }, args, ctx) => coverage(ctx, { siteId: id, ...args }),
  }),
);
