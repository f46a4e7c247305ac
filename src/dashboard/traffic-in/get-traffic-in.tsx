import { useState } from 'preact/hooks';
import { trafficInPath } from '../links.ts';
import { Icon } from '../parts/icon.tsx';
import { SearchField } from '../parts/search-field.tsx';
import { findWays } from './find-ways.ts';
import { FirstEvent } from './first-event.tsx';
import type { Way } from './ways/way.ts';
import { PLACES, WAYS } from './ways/ways.ts';

export type TrafficInProps = {
  readonly siteId: string;
  /** Called a moment after the first event was seen. Without it, nothing waits for one. */
  readonly onFirst?: () => void;
};

/** All ways to record traffic to a site, by where they see it. */
export function GetTrafficIn({ siteId, onFirst }: TrafficInProps) {
  const [text, setText] = useState('');
  const found = findWays(WAYS, text);
  return (
    <section class="sheet" aria-labelledby="traffic-in">
      <header>
        <h2 id="traffic-in">Get traffic in</h2>
        <p>Bots run no JavaScript, so traffic is recorded where the site is served.</p>
      </header>
      <div class="inset" role="search" aria-label="Ways in">
        <SearchField
          label="What does your site run on? Vercel, nginx, Kubernetes …"
          text={text}
          type={setText}
        />
        <p class="sr" role="status">
          {text && countOf(found.length)}
        </p>
      </div>
      <div class="senders">
        {PLACES.map(({ place, ...group }) => (
          <Group key={place} {...group} siteId={siteId} ways={found.filter((way) => way.place === place)} />
        ))}
        {found.length === 0 && <NoneFound siteId={siteId} />}
      </div>
      <p class="foot">
        <span>
          Not sure? If you can read the access log of the site, use that. Record each request in one way only:
          of two ways, requests with an id of their host still count once, but not every way has one.
        </span>
        {onFirst && <FirstEvent siteId={siteId} onFirst={onFirst} />}
      </p>
    </section>
  );
}

const countOf = (count: number) => (count === 1 ? '1 way' : `${count} ways`);

type GroupProps = {
  readonly title: string;
  readonly what: string;
  readonly siteId: string;
  readonly ways: readonly Way[];
};

function Group({ title, what, siteId, ways }: GroupProps) {
  if (ways.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <p>{what}</p>
      <ul>
        {ways.map(({ id, name, hint }) => (
          <li key={id}>
            <a href={trafficInPath(siteId, id)}>
              <b>{name}</b>
              <small>{hint}</small>
              <Icon name="go" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

const NoneFound = ({ siteId }: { readonly siteId: string }) => (
  <p class="none-l">
    Nothing by that name. <a href={trafficInPath(siteId, 'anything-else')}>Anything else</a> works for any
    server that can send an HTTP request, and <a href={trafficInPath(siteId, 'another-file')}>Another file</a>{' '}
    for any that writes a log.
  </p>
);
