import type { ComponentChildren } from 'preact';
import { overviewPath } from '../links.ts';
import { formatCount } from '../numbers.ts';
import { Mark } from '../parts/mark.tsx';
import { readableName } from '../parts/name-text.ts';
import { readablePath } from '../parts/path-text.ts';
import { dayOf, formatAgo, formatDay, nowMs } from '../time/days.ts';
import type { Arrival } from './arrival-state.ts';
import type { Visit } from './use-newest-visit.ts';
import type { Way } from './ways/way.ts';

/** The heading, which is announced when it changes, and what stands below it. */
export type ArrivalWords = {
  readonly heading: string;
  readonly mark?: ComponentChildren;
  readonly isBad?: boolean;
  readonly body: ComponentChildren;
};

type Shown = {
  readonly way: Way;
  readonly siteId: string;
  readonly domain: string | undefined;
  readonly visit: Visit | undefined;
};

const RECEIVING = <span class="pulse" />;

/** What has arrived, in words. */
export function wordsOf(arrival: Arrival, shown: Shown): ArrivalWords {
  switch (arrival.kind) {
    case 'waiting':
      return {
        heading: 'Waiting for the first record',
        body: <p>Nothing has arrived {shown.way.scope ? 'with this key' : 'from a log'} yet.</p>,
      };
    case 'received':
      return {
        ...{ heading: 'It works: records arrive', mark: RECEIVING },
        body: (
          <p>
            {countOf(arrival)} so far. None is from an AI bot or an LLM visitor yet. Most sites see the first
            within an hour.
          </p>
        ),
      };
    case 'recorded':
      return recorded(arrival, shown);
    case 'trouble':
      return { isBad: true, ...troubled(arrival, shown) };
    case 'revoked':
      return {
        ...{ heading: 'The key is revoked', isBad: true },
        body: <p>What is delivered with it is refused. Give the sender a new key, or switch it off.</p>,
      };
    case 'full':
      return {
        ...{ heading: 'This month is full', isBad: true },
        body: (
          <p>
            No more is recorded until {formatDay(arrival.resetsAt.slice(0, 10), dayOf(nowMs()))}, 00:00 UTC.
            You can still read.
          </p>
        ),
      };
  }
}

type OfSource = Arrival & { readonly kind: 'received' | 'recorded' | 'trouble' };

const countOf = ({ source: { window } }: OfSource) =>
  window.records === 1 ? '1 record' : `${formatCount(window.records)} records`;

function recorded(arrival: OfSource, { visit, siteId }: Shown): ArrivalWords {
  const overview = (
    <a class="btn primary" href={overviewPath(siteId)}>
      See the overview
    </a>
  );
  const { events } = arrival.source.window;
  if (!visit) {
    return {
      ...{ heading: 'It works: events are recorded', mark: RECEIVING },
      body: (
        <>
          <p>
            {formatCount(events)} {events === 1 ? 'event' : 'events'} of {countOf(arrival)} so far.
          </p>
          {overview}
        </>
      ),
    };
  }
  return {
    ...{ heading: `${readableName(visit.botName)} was here`, mark: <Mark kind="bot" /> },
    body: (
      <>
        <p class="mono">
          <bdi dir="ltr">{readablePath(visit.pagePath)}</bdi>
        </p>
        <p>
          {formatAgo(Date.parse(visit.createdAt), nowMs())}
          {placeOf(visit)}. {countOf(arrival)} so far.
        </p>
        {overview}
      </>
    ),
  };
}

/** Where the visit came from, beside the list of the bot's operator. */
function placeOf({ verdict, botCompany }: Visit): string {
  if (verdict === 'SIGNED') return ', with a valid signature';
  const list = `${readableName(botCompany)}’s list`;
  if (verdict === 'VERIFIED') return `, from ${list}`;
  return verdict === 'OUTSIDE' ? `, from outside ${list}` : '';
}

function troubled(
  { trouble, ...arrival }: Arrival & { readonly kind: 'trouble' },
  { domain }: Shown,
): Pick<ArrivalWords, 'heading' | 'body'> {
  const count = countOf({ ...arrival, trouble });
  switch (trouble.kind) {
    case 'refused':
      return {
        heading: 'A delivery was refused',
        body: (
          <p>
            {formatAgo(Date.parse(trouble.refusal.at), nowMs())}, with status {trouble.refusal.status}:{' '}
            {trouble.refusal.reason}
          </p>
        ),
      };
    case 'unreadable':
      return { heading: 'No record could be read', body: <p>{trouble.remedy}</p> };
    case 'no-agent':
      return {
        heading: 'Records have no user agent',
        body: (
          <p>
            {count} so far. Without it, bots cannot be recognised. {trouble.remedy}
          </p>
        ),
      };
    case 'other-host':
      return {
        heading: 'Records are for another host',
        body: (
          <>
            <p>
              All {count} are for hosts that are not <bdi>{domain}</bdi> or its subdomains. They were skipped,
              such as:
            </p>
            {trouble.sample !== null && <p class="mono">{readableName(trouble.sample)}</p>}
          </>
        ),
      };
  }
}
