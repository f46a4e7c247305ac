import { LIVE_WORDS, type LiveState } from './live-state.ts';

type Props = {
  readonly state: LiveState;
  readonly isWanted: boolean;
  readonly hadGap: boolean;
  readonly onWanted: (isWanted: boolean) => void;
};

/** Lets the reader pause the list. */
export function LiveButton({ state, isWanted, hadGap, onWanted }: Props) {
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
        <span class={`pulse ${state === 'on' ? '' : 'off'}`} />
        Live
      </button>
    </>
  );
}
