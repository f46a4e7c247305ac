import { useState } from 'react';
import { Provider, useQuery } from 'urql';
import { client } from './client';
import { EVENTS } from './events-query';
import { Page, show, siteId } from './page';

function Events() {
  const [after, setAfter] = useState<string | null>(null);
  const [{ data, error }] = useQuery({ query: EVENTS, variables: { id: siteId, after } });
  const site = data?.site;
  if (!site?.events) return <p>{error?.message ?? 'Loading'}</p>;
  const { edges, pageInfo } = site.events;
  return (
    <Page
      name={site.name}
      botVisits={site.stats?.totals.botVisits}
      paths={edges.map(({ node }) => node.pagePath)}
      more={pageInfo.hasNextPage && (() => setAfter(pageInfo.endCursor ?? null))}
    />
  );
}

show(
  <Provider value={client}>
    <Events />
  </Provider>,
);
