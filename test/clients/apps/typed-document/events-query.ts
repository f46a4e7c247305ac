import { graphql } from './gql';

export const EVENTS = graphql(`
  query Events($id: ID!, $after: String) {
    site(id: $id) {
      id
      name
      stats(start: "2026-03-01", end: "2026-03-31") {
        totals {
          botVisits
        }
      }
      events(start: "2026-03-01", end: "2026-03-31", first: 20, after: $after) {
        edges {
          node {
            __typename
            id
            pagePath
            ... on BotVisit {
              botName
            }
          }
        }
        pageInfo {
          endCursor
          hasNextPage
        }
      }
    }
  }
`);
