import { recordingPath } from '../links.ts';
import { formatAgo, nowMs } from '../time/days.ts';
import { RecordingDot } from './recording-dot.tsx';

type Props = {
  readonly siteId: string;
  /** Null if there is none, undefined as long as that is not known. */
  readonly lastEventAt: string | null | undefined;
};

/** When a site recorded its last event; leads to what records it. */
export function LastEvent({ siteId, lastEventAt }: Props) {
  return (
    <>
      <RecordingDot lastEventAt={lastEventAt} />
      {lastEventAt === undefined ? (
        'Reading'
      ) : (
        <a href={recordingPath(siteId)}>
          {lastEventAt === null
            ? 'Nothing recorded yet'
            : `Last event ${formatAgo(Date.parse(lastEventAt), nowMs())}`}
        </a>
      )}
    </>
  );
}
