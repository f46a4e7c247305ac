import type { Request } from 'playwright-core';

/** Whether a request is for the rules and the reach at the end of an overview, which ask for themselves. */
export const asksForEnd = (request: Request): boolean =>
  /query (?:RulesSummary|SharedObedience|ReachSummary)\(/.test(request.postData() ?? '');
