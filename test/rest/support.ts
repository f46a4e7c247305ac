import type { Plan } from '../../src/domain/plan.ts';
import type { Site } from '../../src/domain/site.ts';
import type { RestAnswer, TestGateway } from '../support/gateway.ts';
import { type Owner, makeOwner, makeSite } from '../support/makers.ts';

/** An account with a key and one site, which asks the gateway about that site. */
export type Caller = Owner & {
  readonly site: Site;
  /** GET of a path below the site, such as `stats?start=2026-03-01`. */
  readonly ask: (question: string, init?: RequestInit) => Promise<RestAnswer>;
};

export async function makeCaller(gateway: TestGateway, plan: Plan = 'pro'): Promise<Caller> {
  const owner = await makeOwner(gateway.db, plan);
  const site = await makeSite(gateway.db, owner.accountId);
  const ask = (question: string, init?: RequestInit) =>
    gateway.rest(`/api/v1/sites/${site.id}/${question}`, owner.key, init);
  return { ...owner, site, ask };
}

/** The whole body of each refusal whose sentence never varies. */
export const REFUSED = {
  AMBIGUOUS_PATH: {
    error: 'The path must not have a backslash, a segment "." or "..", or an encoded slash outside an id.',
    code: 'BAD_REQUEST',
  },
  MISSING_KEY: {
    error: 'API key missing. Send the header "Authorization: Bearer <API_KEY>".',
    code: 'MISSING_KEY',
  },
  INVALID_KEY: {
    error: 'API key invalid or revoked. Send "Authorization: Bearer <API_KEY>" with a valid key.',
    code: 'INVALID_KEY',
  },
  USER_NOT_FOUND: { error: 'The account that owns this API key no longer exists.', code: 'USER_NOT_FOUND' },
  SITE_NOT_FOUND: { error: 'Site not found, or not accessible with this API key.', code: 'SITE_NOT_FOUND' },
  PLAN_REQUIRED: {
    error:
      'Hourly granularity requires the Pro plan. Use granularity=day, or ask support for Pro. If you run the service yourself: site-traffic account set-plan EMAIL pro.',
    code: 'PLAN_REQUIRED',
  },
  MISSING_SITE_ID: {
    error: 'Site id missing. Use /api/v1/sites/{siteId}/…; GET /api/v1/sites lists the ids.',
    code: 'MISSING_SITE_ID',
  },
  NOT_FOUND: {
    error: 'No such route. The API is under /api/v1, /graphql, /mcp, /collect, /drain and /export.',
    code: 'NOT_FOUND',
  },
  METHOD_NOT_ALLOWED: {
    error: 'This route does not allow the method. The Allow header lists the allowed methods.',
    code: 'METHOD_NOT_ALLOWED',
  },
  SERVER_ERROR: {
    error: 'Unexpected server failure. Retry with exponential backoff.',
    code: 'SERVER_ERROR',
  },
} as const;

export function rateLimited(seconds: number) {
  return {
    error: 'Rate limit of the plan exceeded. Wait retry_after seconds.',
    code: 'RATE_LIMITED',
    retry_after: seconds,
  };
}

/** The body of INVALID_PARAMETER, which names the parameter, what is allowed and what came. */
export function badParameter(name: string, allowed: string, came: string) {
  return { error: `${name} must be ${allowed}; got ${JSON.stringify(came)}.`, code: 'INVALID_PARAMETER' };
}

/** The body of INVALID_DATE_RANGE for a text that is no date. */
export function badDate(name: 'start' | 'end', came: string) {
  return {
    error: `${name} must be a calendar date as YYYY-MM-DD in the years 0001 to 9999; got ${JSON.stringify(came)}.`,
    code: 'INVALID_DATE_RANGE',
  };
}

/** The named headers of an answer; null for one it has not. */
export function pick(headers: Headers, names: readonly string[]): Record<string, string | null> {
  return Object.fromEntries(names.map((name) => [name, headers.get(name)]));
}

/** Every header of an answer by its name in lower case, but for the request id, which is never the same twice. */
export function headersOf(headers: Headers): Record<string, string> {
  const all = [...headers].map(([name, value]) => [name.toLowerCase(), value] as const);
  return Object.fromEntries(all.filter(([name]) => name !== 'x-request-id'));
}
