import { useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';
import { useAnswer } from '../answers/use-answer.ts';
import { Frame } from '../frame/frame.tsx';
import { MissingScreen, NoSite, isNoSite } from '../frame/missing.tsx';
import { WayInDocument, type WayInQuery } from '../generated/graphql.ts';
import { trafficInPath } from '../links.ts';
import { Domain } from '../parts/domain.tsx';
import { Note, ProblemNote } from '../parts/note.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Sights } from '../parts/sights.tsx';
import { Skeleton } from '../parts/table.tsx';
import { useSignInFirst } from '../sign-in/use-sign-in-first.ts';
import { ArrivalSheet } from './arrival.tsx';
import { KeyStep, type KeyWay, type KnownKey, type MadeKey } from './key-step.tsx';
import { Steps } from './steps.tsx';
import type { Way } from './ways/way.ts';
import { wayOf } from './ways/ways.ts';

/** One way to get traffic in: what to do, and what has arrived. */
export function WayScreen() {
  const { siteId = '', way: id } = useRoute().params;
  const way = wayOf(id);
  // another way begins without the key of this one
  return way ? <WayIn key={`${siteId} ${way.id}`} siteId={siteId} way={way} /> : <MissingScreen />;
}

type Props = { readonly siteId: string; readonly way: Way };

function WayIn({ siteId, way }: Props) {
  const { read, problem, askAgain } = useAnswer(WayInDocument, { id: siteId });
  useSignInFirst(read, problem);
  const [made, setMade] = useState<MadeKey>();
  const data = read?.data;
  const known = knownKey(data, { siteId, way });
  if (isNoSite(problem)) return <NoSite frame={data} />;
  return (
    <Frame title={way.name} siteId={siteId} frame={data}>
      <div class="head">
        <div>
          <h1>{way.name}</h1>
          <p class="sub">
            <a href={trafficInPath(siteId)}>All ways in</a>
            {data?.site && (
              <>
                , <Domain domain={data.site.domain} />
              </>
            )}
          </p>
        </div>
      </div>
      {problem && <ProblemNote problem={problem} askAgain={askAgain} />}
      <div class="two-col">
        <section class="sheet" aria-labelledby="steps" aria-busy={!data}>
          <h2 id="steps" class="sr">
            Steps
          </h2>
          {data?.site ? (
            <WaySteps {...{ way, siteId, data, made, known, setMade, askAgain }} domain={data.site.domain} />
          ) : (
            <Skeleton />
          )}
        </section>
        <div class="side">
          <ArrivalSheet siteId={siteId} way={way} keyId={made?.id ?? known?.id} />
          <Sheet title="What this way sees">
            <Sights sights={way.sees} />
          </Sheet>
        </div>
      </div>
    </Frame>
  );
}

/** The newest key that was made on this page, which has the name of the way; a revoked one only if there is no other. */
function knownKey(data: WayInQuery | undefined, { siteId, way }: Props): KnownKey | undefined {
  const rank = ({ revokedAt, createdAt }: KnownKey) => `${revokedAt === null ? 1 : 0} ${createdAt}`;
  return data?.account?.keys
    .filter((key) => key.name === way.name && key.scope === way.scope && key.siteId === siteId)
    .toSorted((one, other) => (rank(one) < rank(other) ? 1 : -1))[0];
}

type StepsProps = Props & {
  readonly data: WayInQuery;
  readonly domain: string;
  readonly made: MadeKey | undefined;
  readonly known: KnownKey | undefined;
  readonly setMade: (key: MadeKey) => void;
  readonly askAgain: () => void;
};

/** What stands in place of a key that has not been made. */
const NO_KEY = 'YOUR_KEY';

function WaySteps({ way, siteId, domain, data, made, known, setMade, askAgain }: StepsProps) {
  const { install, account } = data;
  const active = known?.revokedAt === null ? known : undefined;
  const key = made?.text ?? (active ? `st_…${active.lastFour}` : NO_KEY);
  const keyId = made?.id ?? active?.id;
  return (
    <>
      {way.isFromOutside === true && !install.origin.startsWith('https://') && (
        <div class="inset">
          <Note
            isAnnounced={false}
            isBad={false}
            fact={`${way.name} cannot reach ${install.origin}.`}
            next="It delivers over https only, to an address with a public certificate. Whoever runs this service sets it as PUBLIC_URL."
          />
        </div>
      )}
      <Steps
        steps={way.steps({ siteId, domain, key, ...install })}
        keyId={keyId}
        drain={account?.keys.find(({ id }) => id === keyId)?.drain}
        onSet={askAgain}
      >
        {hasKey(way) && <KeyStep {...{ way, siteId, made }} known={active} onMade={setMade} />}
      </Steps>
      <p class="foot">
        <span>
          More in{' '}
          <a href={way.guide} target="_top">
            the documentation
          </a>
          .
        </span>
      </p>
    </>
  );
}

const hasKey = (way: Way): way is KeyWay => way.scope !== undefined;
