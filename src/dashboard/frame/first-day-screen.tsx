import { useEffect } from 'preact/hooks';
import { useAnswer } from '../answers/use-answer.ts';
import { AroundDocument } from '../generated/graphql.ts';
import { ProblemNote } from '../parts/note.tsx';
import { useSignInFirst } from '../sign-in/use-sign-in-first.ts';
import { Frame } from './frame.tsx';

type Props = {
  readonly siteId: string | undefined;
  /** Called once the first day is known. */
  readonly onRead: () => void;
};

/** Before a screen that shows all time: reads when that begins. */
export function FirstDayScreen({ siteId, onRead }: Props) {
  const { read, problem, askAgain } = useAnswer(AroundDocument, {});
  useSignInFirst(read, problem);
  useEffect(() => {
    if (read?.data.sites) onRead();
  }, [read]);
  return (
    <Frame title="All time" frame={read?.data} {...(siteId !== undefined && { siteId })}>
      {problem ? <ProblemNote problem={problem} askAgain={askAgain} /> : <p class="say">Reading</p>}
    </Frame>
  );
}
