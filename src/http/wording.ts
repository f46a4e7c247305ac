import { SUPPORT, type Wording } from '../domain/refusal.ts';

/** How error objects word refusals: in the words of HTTP and the names of REST, which the collector shares. */
export const HTTP_WORDING: Wording = {
  names: { nextCursor: 'next_cursor', orderBy: 'order_by' },
  sentences: {
    MISSING_KEY: 'API key missing. Send the header "Authorization: Bearer <API_KEY>".',
    INVALID_KEY: 'API key invalid or revoked. Send "Authorization: Bearer <API_KEY>" with a valid key.',
    PLAN_REQUIRED: (nameOf) =>
      `Hourly granularity requires the Pro plan. Use granularity=day, or ask ${nameOf(SUPPORT)} for Pro. If you run the service yourself: site-traffic account set-plan EMAIL pro.`,
    MISSING_SITE_ID: 'Site id missing. Use /api/v1/sites/{siteId}/…; GET /api/v1/sites lists the ids.',
    RATE_LIMITED: 'Rate limit of the plan exceeded. Wait retry_after seconds.',
    NOT_FOUND: 'No such route. The API is under /api/v1, /graphql, /mcp, /collect, /drain and /export.',
    METHOD_NOT_ALLOWED: 'This route does not allow the method. The Allow header lists the allowed methods.',
    BAD_REQUEST: 'The request is not valid HTTP, or its headers are too large.',
    OVERLOADED: 'The service is overloaded. Retry after the time in the Retry-After header.',
  },
};
