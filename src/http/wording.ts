import type { Wording } from '../domain/refusal.ts';

/** How error objects word refusals: in the names of REST, which the collector shares. */
export const HTTP_WORDING: Wording = {
  names: { nextCursor: 'next_cursor' },
  sentences: {
    PLAN_REQUIRED:
      'Hourly granularity requires the Pro plan. Use granularity=day, or ask support for Pro. If you run the service yourself: site-traffic account set-plan EMAIL pro.',
    MISSING_SITE_ID: 'Site id missing. Use /api/v1/sites/{siteId}/…; GET /api/v1/sites lists the ids.',
    RATE_LIMITED: 'Rate limit of the plan exceeded. Wait retry_after seconds.',
    NOT_FOUND: 'No such route. The API is under /api/v1, /graphql and /collect.',
    METHOD_NOT_ALLOWED: 'This route does not allow the method. The Allow header lists the allowed methods.',
  },
};
