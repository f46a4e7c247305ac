import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { type Problem, dependsOnQuestion } from '../answers/problem.ts';
import { Icon } from './icon.tsx';

type Facts = { readonly fact: string; readonly next: string };

/** What went wrong, what happens next, and one thing to do about it. */
export function ProblemNote({
  problem,
  askAgain,
  isAnnounced = true,
}: {
  readonly problem: Problem;
  readonly askAgain: () => void;
  readonly isAnnounced?: boolean;
}) {
  const again = (
    <button class="btn small" onClick={askAgain}>
      Ask again
    </button>
  );
  switch (problem.kind) {
    case 'signed-out':
      return <SignedOut />;
    case 'limited':
      return (
        <Note
          {...{ ...factsOf(problem), isAnnounced }}
          icon={<Ring seconds={problem.retryAfterSeconds} since={problem} />}
        />
      );
    case 'unreachable':
      return <Note {...factsOf(problem)}>{again}</Note>;
    case 'outdated':
      return <Outdated />;
    case 'refused':
      // asking again is no use if the answer depends on the question alone
      return <Note {...{ ...factsOf(problem), isAnnounced }}>{!dependsOnQuestion(problem) && again}</Note>;
  }
}

/** The words of a problem, beside the button that was pressed. The note at the top of the page announces them. */
export function ProblemHint({ problem }: { readonly problem: Problem }) {
  const { fact, next } = factsOf(problem);
  return (
    <span class="hint">
      <b>{fact}</b> {next}
    </span>
  );
}

function factsOf(problem: Problem): Facts {
  switch (problem.kind) {
    case 'signed-out':
      return {
        fact: 'You are signed out.',
        next: 'What was read stays here. Signing in brings you back to this page.',
      };
    case 'limited':
      return {
        fact: 'Too many requests.',
        next: 'The budget for this minute is used up. This page asks again automatically.',
      };
    case 'unreachable':
      return {
        fact: navigator.onLine ? 'The server does not respond.' : 'You are offline.',
        next: 'This page asks again automatically.',
      };
    case 'outdated':
      return { fact: 'This page is older than the server.', next: 'The server was upgraded.' };
    case 'refused':
      return { fact: problem.message, next: wordsOfRefusal(problem) };
  }
}

const wordsOfRefusal = (problem: Problem & { readonly kind: 'refused' }): string =>
  `${dependsOnQuestion(problem) ? 'Choose fewer or other days, or other filters. ' : ''}Code ${problem.code}.`;

export function Outdated() {
  return (
    <Note {...factsOf({ kind: 'outdated' })}>
      <LoadAgain />
    </Note>
  );
}

export function NotLoadedNote() {
  return (
    <Note fact="This page did not load." next="The server was upgraded, or does not respond.">
      <LoadAgain />
    </Note>
  );
}

function LoadAgain() {
  return (
    <button class="btn small" onClick={() => location.reload()}>
      Load again
    </button>
  );
}

export function SignedOut() {
  const here = location.pathname + location.search;
  return (
    <Note {...factsOf({ kind: 'signed-out' })}>
      <a class="btn small" href={`/sign-in?to=${encodeURIComponent(here)}`}>
        Sign in
      </a>
    </Note>
  );
}

type Props = {
  readonly fact: ComponentChildren;
  readonly next: ComponentChildren;
  readonly isAnnounced?: boolean;
  /** False if nothing is wrong. */
  readonly isBad?: boolean;
  readonly icon?: ComponentChildren;
  readonly children?: ComponentChildren;
};

export function Note({ isAnnounced = true, isBad = true, icon, fact, next, children }: Props) {
  return (
    <div class={`note ${isBad ? 'bad' : ''}`} role={isAnnounced ? 'alert' : undefined}>
      {icon ?? <Icon name={isBad ? 'warning' : 'info'} />}
      <p>
        <b>{fact}</b> <span>{next}</span>
      </p>
      {children}
    </div>
  );
}

const ROUND = 2 * Math.PI * 19;

type RingProps = {
  readonly seconds: number;
  /** What it began with. It begins again with another. */
  readonly since?: object;
};

/** Counts down. It is not announced: the note beside it is. */
export function Ring({ seconds, since }: RingProps) {
  const [left, setLeft] = useState(seconds);
  useEffect(() => {
    setLeft(seconds);
    const timer = setInterval(() => setLeft((last) => Math.max(0, last - 1)), 1000);
    return () => clearInterval(timer);
  }, [seconds, since]);
  return (
    <svg class="ring" viewBox="0 0 44 44" aria-hidden="true">
      <circle class="t" cx="22" cy="22" r="19" />
      <circle
        class="v"
        cx="22"
        cy="22"
        r="19"
        transform="rotate(-90 22 22)"
        stroke-dasharray={`${(ROUND * left) / seconds} ${ROUND}`}
      />
      <text x="22" y="27">
        {left}
      </text>
    </svg>
  );
}
