import { type ComponentChildren, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { Problem } from '../answers/problem.ts';
import { ProblemNote } from './note.tsx';

type Given = { readonly problem: Problem; readonly askAgain: () => void };

const Refusal = createContext<Given | undefined>(undefined);

type Props = {
  readonly problem: Problem | undefined;
  readonly askAgain: () => void;
  readonly children: ComponentChildren;
};

/** Says in the sheets whose data was refused why it was. It is announced once, however many they are. */
export function RefusedParts({ problem, askAgain, children }: Props) {
  return (
    <Refusal.Provider value={problem && { problem, askAgain }}>
      {problem && (
        <p class="sr" role="alert">
          A part of this page was refused.
        </p>
      )}
      {children}
    </Refusal.Provider>
  );
}

/** Stands where data was refused. */
export function RefusedPart() {
  const refusal = useContext(Refusal);
  if (!refusal) return <p class="say">This part was refused.</p>;
  return (
    <div class="refused">
      <ProblemNote {...refusal} isAnnounced={false} />
    </div>
  );
}
