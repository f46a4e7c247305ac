import type { RecordingQuery, SourcePartsFragment } from '../generated/graphql.ts';
import { formatBytes, formatCount, formatShare, sumOf } from '../numbers.ts';
import { Icon } from '../parts/icon.tsx';
import { readableName } from '../parts/name-text.ts';
import { Note } from '../parts/note.tsx';
import { RecordingDot } from '../parts/recording-dot.tsx';
import { Sights } from '../parts/sights.tsx';
import { type Day, dayOf, formatAgo, formatDay, nowMs } from '../time/days.ts';
import { SkippedTable } from './skipped.tsx';
import { sightsOf } from './source-sights.ts';
import { nameOfSource, tagOfSource } from './source-words.ts';
import { TroubleNote } from './trouble-note.tsx';
import { lastMs, troubleOf } from './trouble.ts';

export type SourceKey = NonNullable<RecordingQuery['account']>['keys'][number];

type Props = {
  readonly source: SourcePartsFragment;
  /** With which it delivers, if it needs one. */
  readonly apiKey: SourceKey | undefined;
  readonly isAlone: boolean;
};

/** What one source delivered in the last 24 hours. It is open where something is wrong. */
export function SourceSheet({ source, apiKey, isAlone }: Props) {
  const trouble = troubleOf(source);
  const last = lastMs(source);
  const hasRecords = source.window.records > 0;
  const name = readableName(nameOfSource(source));
  return (
    <details class="sheet source" open={isAlone || trouble !== undefined}>
      <summary>
        <RecordingDot lastEventAt={last > 0 && !trouble ? new Date(last).toISOString() : null} isStill />
        <h2 class="nm">
          <bdi>{name}</bdi> <span class="tag">{tagOfSource(source)}</span>
        </h2>
        <span class="sum">{sumUp(source, last)}</span>
        <span class="when">{last > 0 ? formatAgo(last, nowMs()) : 'never'}</span>
        <Icon name="down" class="chev" />
      </summary>
      {trouble && (
        <div class="inset">
          <TroubleNote trouble={trouble} />
        </div>
      )}
      {!trouble && daysSince(last) > 0 && (
        <div class="inset">
          <Note
            isAnnounced={false}
            isBad={false}
            fact="Nothing has come from it for more than a day."
            next="If you did not switch it off, see whether it still runs."
          />
        </div>
      )}
      <Figures source={source} />
      {(hasRecords || source.limits.length > 0) && (
        <div class="halves">
          <section aria-label="Skipped">
            <h3>Skipped, by reason</h3>
            <SkippedTable skipped={source.window.skipped} />
          </section>
          <section aria-label="What it can and cannot see">
            <h3>What it can and cannot see</h3>
            <Sights sights={sightsOf(source)} />
          </section>
        </div>
      )}
      {apiKey && <KeyFoot apiKey={apiKey} today={dayOf(nowMs())} />}
    </details>
  );
}

const DAY_MS = 86_400_000;

/** Whole days; 0 of what never was. */
const daysSince = (ms: number): number => (ms === 0 ? 0 : Math.floor((nowMs() - ms) / DAY_MS));

function sumUp({ window: { events } }: SourcePartsFragment, last: number): string {
  const days = daysSince(last);
  if (days > 0) return days === 1 ? 'silent for a day' : `silent for ${formatCount(days)} days`;
  if (events === 0) return 'no events';
  return `${formatCount(events)} ${events === 1 ? 'event' : 'events'} in 24 hours`;
}

function Figures({ source: { window, lastBatch, lastRecordedAt } }: Pick<Props, 'source'>) {
  const { records, events, repeats } = window;
  const skipped = sumOf(window.skipped, ({ count }) => count);
  const lastAt = lastBatch?.at ?? lastRecordedAt;
  return (
    <dl class="figures">
      <Figure name="Last batch" value={lastAt === null ? 'never' : formatAgo(Date.parse(lastAt), nowMs())}>
        {lastBatch && `${formatCount(lastBatch.records)} records, ${formatBytes(lastBatch.bytes)}`}
      </Figure>
      <Figure name="Records" value={formatCount(records)}>
        in 24 hours
      </Figure>
      <Figure name="Events" value={formatCount(events)}>
        {events > 0 && formatShare(events, records)}
      </Figure>
      <Figure name="Skipped" value={formatCount(skipped)}>
        {skipped > 0 && formatShare(skipped, records)}
      </Figure>
      <Figure name="Repeats" value={formatCount(repeats)}>
        {repeats > 0 && 'counted once'}
      </Figure>
    </dl>
  );
}

type FigureProps = {
  readonly name: string;
  readonly value: string;
  readonly children: string | false | null;
};

const Figure = ({ name, value, children }: FigureProps) => (
  <div>
    <dt>{name}</dt>
    <dd>
      <b>{value}</b>
      {children && <span>{children}</span>}
    </dd>
  </div>
);

function KeyFoot({ apiKey, today }: { readonly apiKey: SourceKey; readonly today: Day }) {
  const { name, lastFour, createdAt, revokedAt } = apiKey;
  return (
    <div class="foot">
      <span>
        Key <code>{`st_…${lastFour}`}</code>, “<bdi>{readableName(name)}</bdi>”,{' '}
        {revokedAt === null
          ? `made ${formatDay(createdAt.slice(0, 10), today)}`
          : `revoked ${formatDay(revokedAt.slice(0, 10), today)}`}
      </span>
      <a class="btn quiet small end" href="/settings/keys">
        API keys
      </a>
    </div>
  );
}
