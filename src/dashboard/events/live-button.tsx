import { RecordingDot } from '../parts/recording-dot.tsx';
import { LIVE_WORDS, type LiveState } from './live-state.ts';

type Props = {
  readonly state: LiveState;
  readonly isWanted: boolean;
  readonly hadGap: boolean;
  /** When the newest event of the list happened. */
  readonly lastEventAt: string | undefined;
  readonly onWanted: (isWanted: boolean) => void;
};

/** Lets the reader pause the list. */
export function LiveButton({ state, isWanted, hadGap, lastEventAt, onWanted }: Props) {
  const isPast = state === 'past';
  const words = hadGap ? 'More came in than one page has. The list was read again.' : LIVE_WORDS[state];
  return (
    <>
      <small class="hint" id="live-words">
        {words}
      </small>
      <button
        class="btn live"
        aria-pressed={isWanted && !isPast}
        aria-disabled={isPast}
        aria-describedby="live-words"
        onClick={() => !isPast && onWanted(!isWanted)}
      >
        <RecordingDot lastEventAt={state === 'on' ? lastEventAt : undefined} />
        Live
      </button>
    </>
  );
}
