import { SUPPORT, type Wording } from '../domain/refusal.ts';
import { HTTP_WORDING } from '../http/wording.ts';

/** How the errors of GraphQL word refusals: in the words of HTTP and the names of the schema. */
export const GRAPHQL_WORDING: Wording = {
  names: { limit: 'first', cursor: 'after', nextCursor: 'cursor', bot: 'botName', page: 'pagePath' },
  sentences: {
    ...HTTP_WORDING.sentences,
    PLAN_REQUIRED: (nameOf) =>
      `Hourly granularity requires the Pro plan. Use granularity: DAY, or ask ${nameOf(SUPPORT)} for Pro. If you run the service yourself: site-traffic account set-plan EMAIL pro.`,
    OVERLOADED: 'The service is overloaded. Retry in a few seconds.',
    MISSING_SITE_ID: 'Site id missing. The query { sites { id } } lists the ids.',
  },
};
