import type { TimeRange } from '../domain/date-range.ts';
import type { RecordingSource } from '../domain/recording-source.ts';
import { formatInstant } from '../domain/time.ts';
import { DATA_DECIDES, PAID_FIELD } from '../execution/largest-answer.ts';
import { type Coverage, GAP_DAYS, coverage } from '../operations/reading/coverage.ts';
import { NULL_ON_ERROR, builder } from './builder.ts';
import { dateArguments } from './date-arguments.ts';
import { SiteType } from './sites.ts';

const GapType = builder.objectRef<TimeRange>('Gap').implement({
  description: 'Full hours in which nothing at all was recorded.',
  fields: (t) => ({
    from: t.field({
      type: 'DateTime',
      description: 'When the gap begins.',
      resolve: ({ fromMs }) => formatInstant(fromMs),
    }),
    until: t.field({
      type: 'DateTime',
      description: 'When it ends.',
      resolve: ({ untilMs }) => formatInstant(untilMs),
    }),
  }),
});

const RecordingSourceType = builder.objectRef<RecordingSource>('RecordingSource').implement({
  description: 'Where events of the site come from.',
  fields: (t) => ({
    kind: t.exposeString('kind', {
      description:
        '"log": an access log; "collector": a backend that sends events; "middleware": a Node.js server that reports its ' +
        'requests; "import": files of events.',
    }),
    name: t.string({
      nullable: true,
      description: 'The name of the file of a log, without its folder; null for the other kinds.',
      resolve: ({ kind, name }) => (kind === 'log' ? name : null),
    }),
    lastRecordedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'When it last recorded an event, to the minute. For a log, when the part of the file that is recorded was ' +
        'last changed; null if nothing of the log is recorded.',
      resolve: ({ lastRecordedMs }) => instantOrNull(lastRecordedMs),
    }),
  }),
});

const CoverageType = builder.objectRef<Coverage>('Coverage').implement({
  description: 'Whether what is recorded of the site is complete.',
  fields: (t) => ({
    firstEventAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the first event of the range happened; null if there is none.',
      resolve: ({ firstEventMs }) => instantOrNull(firstEventMs),
    }),
    lastEventAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the last event of the range happened; null if there is none.',
      resolve: ({ lastEventMs }) => instantOrNull(lastEventMs),
    }),
    factsSince: t.field({
      type: 'DateTime',
      nullable: true,
      description:
        'The first bot visit ever that was recorded with a status, bytes or a verdict; null if none was. Before it, ' +
        'none of them is known.',
      resolve: ({ factsSinceMs }) => instantOrNull(factsSinceMs),
    }),
    rangesUpdatedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: "When the newest list of bots' address ranges was retrieved; null if there is none.",
      resolve: ({ rangesUpdatedMs }) => instantOrNull(rangesUpdatedMs),
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

function instantOrNull(instantMs: number | null | undefined): string | null {
  return typeof instantMs === 'number' ? formatInstant(instantMs) : null;
}

builder.objectField(SiteType, 'coverage', (t) =>
  t.field({
    type: CoverageType,
    ...NULL_ON_ERROR,
    description:
      'Whether what is recorded in a range of days is complete. Costs one unit of the budget "insight". Null on ' +
      'RATE_LIMITED or INVALID_DATE_RANGE.',
    args: dateArguments,
    extensions: { ...NULL_ON_ERROR.extensions, [PAID_FIELD]: DATA_DECIDES },
    resolve: ({ id }, { start, end }, ctx) =>
      coverage(ctx, { siteId: id, start: start ?? undefined, end: end ?? undefined }),
  }),
);
