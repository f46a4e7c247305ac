import { useEffect, useRef, useState } from 'preact/hooks';
import { useAnswer } from '../answers/use-answer.ts';
import { InstallDocument, LastEventDocument } from '../generated/graphql.ts';
import { Code } from '../parts/copy.tsx';
import { Icon } from '../parts/icon.tsx';
import { ProblemNote } from '../parts/note.tsx';
import { RecordingDot } from '../parts/recording-dot.tsx';
import { formatAgo, formatTime, nowMs } from '../time/days.ts';
import { type Way, waysOf } from './ways.ts';

type Props = {
  readonly site: { readonly id: string; readonly domain: string };
  /** Called a moment after the first event was seen. */
  readonly onFirst?: () => void;
};

/** The ways to record traffic to a site, and whether any has arrived. */
export function GetTrafficIn({ site, onFirst }: Props) {
  const { read } = useAnswer(InstallDocument, {});
  const command = read?.data.install.command ?? 'site-traffic';
  const ways = waysOf({ siteId: site.id, domain: site.domain, origin: location.origin, command });
  const [chosen, setChosen] = useState('nginx');
  return (
    <section class="sheet" aria-labelledby="traffic-in">
      <header>
        <h2 id="traffic-in">Get traffic in</h2>
        <p>
          Bots run no JavaScript, so traffic is recorded on the server. Record each request in one way only,
          or it counts twice.
        </p>
      </header>
      <Tabs ways={ways} chosen={chosen} choose={setChosen} />
      {ways.map((way) => (
        <div
          key={way.id}
          role="tabpanel"
          id={`way-${way.id}`}
          aria-labelledby={`tab-${way.id}`}
          hidden={way.id !== chosen}
        >
          <Steps way={way} siteId={site.id} />
          <p class="say">
            More in{' '}
            <a href={way.guide} target="_top">
              the documentation
            </a>
            .
          </p>
        </div>
      ))}
      <Arrival siteId={site.id} onFirst={onFirst} />
    </section>
  );
}

type TabsProps = {
  readonly ways: readonly Way[];
  readonly chosen: string;
  readonly choose: (id: string) => void;
};

/** Arrows, Home and End move along the tabs; only the chosen one is in the order of Tab. */
function Tabs({ ways, chosen, choose }: TabsProps) {
  const list = useRef<HTMLDivElement>(null);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    const at = ways.findIndex(({ id }) => id === chosen);
    const next = {
      ArrowRight: ways[at + 1] ?? ways[0],
      ArrowLeft: ways.at(at - 1),
      Home: ways[0],
      End: ways.at(-1),
    }[key];
    if (!next) return;
    choose(next.id);
    list.current?.querySelector<HTMLElement>(`#tab-${next.id}`)?.focus();
  };
  return (
    <div class="ways" role="tablist" aria-label="Ways" ref={list}>
      {ways.map(({ id, name, for: what }) => (
        <button
          key={id}
          role="tab"
          id={`tab-${id}`}
          aria-controls={`way-${id}`}
          aria-selected={id === chosen}
          tabIndex={id === chosen ? 0 : -1}
          onClick={() => choose(id)}
          onKeyDown={onKeyDown}
        >
          <b>{name}</b>
          <small>{what}</small>
        </button>
      ))}
    </div>
  );
}

function Steps({ way, siteId }: { readonly way: Way; readonly siteId: string }) {
  return (
    <ol class="steps">
      {way.needsKey && (
        <li>
          <h3>Make a key that records to this site</h3>
          <p>You will see it once.</p>
          <a class="btn" href={`/settings/keys?collect=${siteId}`}>
            Make a collect key
          </a>
        </li>
      )}
      {way.steps.map(({ title, what, code }) => (
        <li key={title}>
          <h3>{title}</h3>
          <p>{what}</p>
          <Code text={code} />
        </li>
      ))}
    </ol>
  );
}

const ASK_EVERY_MS = 5000;

/** How long the reader sees that it worked. */
const SEEN_FOR_MS = 1500;

function Arrival({ siteId, onFirst }: { readonly siteId: string; readonly onFirst: Props['onFirst'] }) {
  const [isWaiting, setIsWaiting] = useState(true);
  const everyMs = isWaiting ? ASK_EVERY_MS : undefined;
  const { read, problem, askAgain } = useAnswer(LastEventDocument, { id: siteId }, everyMs);
  const last = read?.data.site?.lastEventAt ?? undefined;
  const hasArrived = last !== undefined;
  useEffect(() => {
    setIsWaiting(!hasArrived);
    if (!hasArrived || !onFirst) return undefined;
    const timer = setTimeout(onFirst, SEEN_FOR_MS);
    return () => clearTimeout(timer);
  }, [hasArrived]);
  return (
    <div class="arrival">
      {problem && <ProblemNote problem={problem} askAgain={askAgain} />}
      <p role="status">
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
      </p>
      <p class="hint">
        {last !== undefined && `Last event ${formatAgo(Date.parse(last), nowMs())}. `}
        {read &&
          `Looked at ${formatTime(read.atMs)} UTC, and again every ${isWaiting ? '5 seconds' : 'minute'}`}
        {read && ' while this tab is seen.'}
      </p>
    </div>
  );
}
