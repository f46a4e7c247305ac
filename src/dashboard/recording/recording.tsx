import { useRoute } from 'preact-iso';
import { useAnswer } from '../answers/use-answer.ts';
import { Frame } from '../frame/frame.tsx';
import { NoSite, isNoSite } from '../frame/missing.tsx';
import { RecordingDocument, type SourcePartsFragment } from '../generated/graphql.ts';
import { overviewPath, trafficInPath } from '../links.ts';
import { Domain } from '../parts/domain.tsx';
import { Icon } from '../parts/icon.tsx';
import { ProblemNote } from '../parts/note.tsx';
import { Skeleton } from '../parts/table.tsx';
import { useSignInFirst } from '../sign-in/use-sign-in-first.ts';
import { dayOf, nowMs } from '../time/days.ts';
import { wordsOfShown } from '../time/words-of-shown.ts';
import { type SourceKey, SourceSheet } from './source-sheet.tsx';
import { inOrder } from './trouble.ts';

/** What records a site, whether it comes in, and what it cannot see. */
export function RecordingScreen() {
  const siteId = useRoute().params['siteId'] ?? '';
  const { read, isBusy, problem, askAgain } = useAnswer(RecordingDocument, { id: siteId });
  useSignInFirst(read, problem);
  const data = read?.data;
  const site = data?.site;
  if (isNoSite(problem)) return <NoSite frame={data} />;
  return (
    <Frame title="Recording" siteId={siteId} frame={data}>
      <div class="head">
        <div>
          <h1>Recording</h1>
          <p class="sub">
            {site && (
              <>
                <a href={overviewPath(siteId)}>
                  <Domain domain={site.domain} />
                </a>
                :{' '}
              </>
            )}
            {wordsOfShown({ read, isBusy, problem }, dayOf(nowMs())) ??
              (site ? 'what records it, and what it cannot see' : 'Reading')}
          </p>
        </div>
        <div class="controls">
          <a class="btn primary" href={trafficInPath(siteId)}>
            <Icon name="plus" />
            Add a way in
          </a>
        </div>
      </div>
      {problem && <ProblemNote problem={problem} askAgain={askAgain} />}
      {data === undefined && (
        <section class="sheet" aria-busy>
          <Skeleton />
        </section>
      )}
      {site?.sources && <Sources siteId={siteId} sources={site.sources} keys={data?.account?.keys ?? []} />}
    </Frame>
  );
}

type SourcesProps = {
  readonly siteId: string;
  readonly sources: readonly SourcePartsFragment[];
  readonly keys: readonly SourceKey[];
};

function Sources({ siteId, sources, keys }: SourcesProps) {
  if (sources.length === 0) return <NoSource siteId={siteId} />;
  return (
    <div class="stack">
      {inOrder(sources).map((source) => (
        <SourceSheet
          key={source.id}
          source={source}
          apiKey={keys.find(({ id }) => id === source.keyId)}
          isAlone={sources.length === 1}
        />
      ))}
    </div>
  );
}

const NoSource = ({ siteId }: { readonly siteId: string }) => (
  <section class="sheet">
    <div class="blank">
      <h2>Nothing records this site yet</h2>
      <p>Here you will see what comes in by each way, what is skipped, and what cannot be seen.</p>
      <div class="acts">
        <a class="btn primary" href={trafficInPath(siteId)}>
          Get traffic in
        </a>
      </div>
    </div>
  </section>
);
