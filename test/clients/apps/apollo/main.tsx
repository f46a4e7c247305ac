import { ApolloProvider, useQuery } from '@apollo/client/react';
import { client } from './client';
import { EVENTS } from './events-query';
import { Page, show, siteId } from './page';

function Events() {
  const { data, error, fetchMore } = useQuery(EVENTS, { variables: { id: siteId } });
  const site = data?.site;
  if (!site?.events) return <p>{error?.message ?? 'Loading'}</p>;
  const { edges, pageInfo } = site.events;
  return (
    <Page
      name={site.name}
      botVisits={site.stats?.totals.botVisits}
      paths={edges.map(({ node }) => node.pagePath)}
      more={pageInfo.hasNextPage && (() => void fetchMore({ variables: { after: pageInfo.endCursor } }))}
    />
  );
}

show(
  <ApolloProvider client={client}>
    <Events />
  </ApolloProvider>,
);
