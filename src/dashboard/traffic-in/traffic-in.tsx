import { useRoute } from 'preact-iso';
import { useAnswer } from '../answers/use-answer.ts';
import { Frame } from '../frame/frame.tsx';
import { NoSite, isNoSite } from '../frame/missing.tsx';
import { TrafficInDocument } from '../generated/graphql.ts';
import { Domain } from '../parts/domain.tsx';
import { LastEvent } from '../parts/last-event.tsx';
import { ProblemNote } from '../parts/note.tsx';
import { useSignInFirst } from '../sign-in/use-sign-in-first.ts';
import { GetTrafficIn } from './get-traffic-in.tsx';

/** The ways to record traffic to a site that may have some already. */
export function TrafficInScreen() {
  const id = useRoute().params['siteId'] ?? '';
  const { read, problem, askAgain } = useAnswer(TrafficInDocument, { id });
  useSignInFirst(read, problem);
  const site = read?.data.site;
  if (isNoSite(problem)) return <NoSite frame={read?.data} />;
  return (
    <Frame title="Get traffic in" siteId={id} frame={read?.data}>
      <div class="head">
        <div>
          <h1>{site ? <Domain domain={site.domain} /> : 'Get traffic in'}</h1>
          <p class="sub">
            <LastEvent siteId={id} lastEventAt={site?.lastEventAt} />
          </p>
        </div>
      </div>
      {problem && <ProblemNote problem={problem} askAgain={askAgain} />}
      {read?.data.site !== null && <GetTrafficIn siteId={id} />}
    </Frame>
  );
}
