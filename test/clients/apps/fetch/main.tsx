import { useEffect, useState } from 'react';
import { ask } from './client';
import { EVENTS } from './events-query';
import type { EventsQuery } from './gql/graphql';
import { Page, show, siteId } from './page';

type Site = NonNullable<EventsQuery['site']>;

function Events() {
  const [pages, setPages] = useState<readonly Site[]>([]);
  const [problem, setProblem] = useState('Loading');

  async function load(after: string | null) {
    const { data, errors = [] } = await ask(EVENTS, { id: siteId, after });
    const site = data?.site;
    if (site) setPages((earlier) => [...earlier, site]);
    setProblem(errors.map(({ extensions }) => extensions.code).join());
  }

  useEffect(() => void load(null), []);
  const last = pages.at(-1);
  if (!last?.events) return <p>{problem}</p>;
  const { endCursor = null, hasNextPage } = last.events.pageInfo;
  return (
    <Page
      name={last.name}
      botVisits={last.stats?.totals.botVisits}
      paths={pages.flatMap(({ events }) => events?.edges ?? []).map(({ node }) => node.pagePath)}
      more={hasNextPage && (() => void load(endCursor))}
    />
  );
}

show(<Events />);
