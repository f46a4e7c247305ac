import { useEffect, useRef, useState } from 'preact/hooks';

/** So long after the last letter a text is entered by itself. */
const PAUSE_MS = 300;

/**
 * A text that is entered while it is typed: the first time as a step in the history, then in place of it, so that one step
 * back leads to what was there before.
 */
export function useTyping(entered: string, enter: (text: string, isReplaced: boolean) => void) {
  const [text, setText] = useState(entered);
  const timer = useRef<ReturnType<typeof setTimeout>>();
  const own = useRef(entered);
  const hasStep = useRef(false);
  useEffect(() => () => clearTimeout(timer.current), []);
  // what comes from elsewhere, such as a step back, takes the place of what was typed
  useEffect(() => {
    if (entered === own.current) return;
    finish(entered);
  }, [entered]);

  /** Enters nothing more by itself. Returns the text, which becomes another one if that is given. */
  function finish(other = text): string {
    clearTimeout(timer.current);
    setText(other);
    own.current = other;
    hasStep.current = false;
    return other;
  }
  const enterNow = (typed: string) => {
    clearTimeout(timer.current);
    if (typed === own.current) return;
    own.current = typed;
    enter(typed, hasStep.current);
    hasStep.current = true;
  };
  // a timer must not enter what its own render knew
  const latest = useRef(enterNow);
  latest.current = enterNow;
  return {
    ...{ text, finish },
    type: (typed: string) => {
      setText(typed);
      clearTimeout(timer.current);
      timer.current = setTimeout(() => latest.current(typed), PAUSE_MS);
    },
    enter: () => {
      enterNow(text);
      hasStep.current = false;
    },
    /** What is typed after this is a step of its own. */
    pause: () => {
      hasStep.current = false;
    },
  };
}

export type Typing = ReturnType<typeof useTyping>;
