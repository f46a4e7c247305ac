import { useEffect } from 'preact/hooks';
import { useAnswer } from '../answers/use-answer.ts';
import { LastEventDocument } from '../generated/graphql.ts';
import { Icon } from '../parts/icon.tsx';
import { RecordingDot } from '../parts/recording-dot.tsx';

const ASK_EVERY_MS = 5000;

/** How long the reader sees that it worked. */
const SEEN_FOR_MS = 1500;

type Props = { readonly siteId: string; readonly onFirst: () => void };

/** Waits for the first event of a site. */
export function FirstEvent({ siteId, onFirst }: Props) {
  const { read } = useAnswer(LastEventDocument, { id: siteId }, ASK_EVERY_MS);
  const hasArrived = Boolean(read?.data.site?.lastEventAt);
  useEffect(() => {
    if (!hasArrived) return undefined;
    const timer = setTimeout(onFirst, SEEN_FOR_MS);
    return () => clearTimeout(timer);
  }, [hasArrived]);
  return (
    <span class="end" role="status">
      {hasArrived ? (
        <span class="tag arrived">
          <Icon name="tick" />
          Recording
        </span>
      ) : (
        <span class="tag">
          <RecordingDot lastEventAt={undefined} />
          Waiting for the first event
        </span>
      )}
    </span>
  );
}
