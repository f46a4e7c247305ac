import { Suspense } from 'react';
import { RelayEnvironmentProvider, graphql, useLazyLoadQuery, usePaginationFragment } from 'react-relay';
import type { mainEventsPaginationQuery } from './__generated__/mainEventsPaginationQuery.graphql';
import type { mainEvents_site$key } from './__generated__/mainEvents_site.graphql';
import type { mainQuery } from './__generated__/mainQuery.graphql';
import { environment } from './client';
import { Page, show, siteId } from './page';

function Events({ site }: { readonly site: mainEvents_site$key }) {
  const { data, hasNext, loadNext } = usePaginationFragment<mainEventsPaginationQuery, mainEvents_site$key>(
    graphql`
      fragment mainEvents_site on Site
      @argumentDefinitions(first: { type: "Int", defaultValue: 20 }, after: { type: "String" })
      @refetchable(queryName: "mainEventsPaginationQuery")
      @throwOnFieldError {
        name
        stats(start: "2026-03-01", end: "2026-03-31") {
          totals {
            botVisits
          }
        }
        events(start: "2026-03-01", end: "2026-03-31", first: $first, after: $after)
          @connection(key: "Site_events") {
          edges {
            node {
              __typename
              pagePath
            }
          }
        }
      }
    `,
    site,
  );
  return (
    <Page
      name={data.name}
      botVisits={data.stats.totals.botVisits}
      paths={data.events.edges.map(({ node }) => node.pagePath)}
      more={hasNext && (() => void loadNext(20))}
    />
  );
}

function Overview() {
  const { site } = useLazyLoadQuery<mainQuery>(
    graphql`
      query mainQuery($id: ID!) @throwOnFieldError {
        site(id: $id) {
          ...mainEvents_site
        }
      }
    `,
    { id: siteId },
  );
  return <Events site={site} />;
}

show(
  <RelayEnvironmentProvider environment={environment}>
    <Suspense fallback={<p>Loading</p>}>
      <Overview />
    </Suspense>
  </RelayEnvironmentProvider>,
);
