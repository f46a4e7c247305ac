import type { Wording } from '../domain/refusal.ts';

/** How the errors of GraphQL word refusals: in the names of the schema. */
export const GRAPHQL_WORDING: Wording = {
  names: { limit: 'first', cursor: 'after', nextCursor: 'cursor' },
  sentences: {
    PLAN_REQUIRED:
      'Hourly granularity requires the Pro plan. Use granularity: DAY, or ask support for Pro. If you run the service yourself: site-traffic account set-plan EMAIL pro.',
    MISSING_SITE_ID: 'Site id missing. The query { sites { id } } lists the ids.',
    RATE_LIMITED: 'Rate limit of the plan exceeded. Wait retry_after seconds.',
  },
};
