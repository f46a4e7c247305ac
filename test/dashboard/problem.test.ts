import { describe, expect, it } from 'vitest';
import { problemOf, refusedFieldsOf } from '../../src/dashboard/answers/problem.ts';

const refusal = (code: string, more: object = {}) => ({ message: `${code}.`, extensions: { code, ...more } });

const problem = (...errors: readonly ReturnType<typeof refusal>[]) => problemOf(errors);

describe('what the reader learns of an error', () => {
  it('is the wait if a budget is used up: the longest of several', () => {
    const refusals = [3, 17].map((seconds) => refusal('RATE_LIMITED', { retry_after: seconds }));
    expect(problem(...refusals, refusal('SERVER_ERROR'))).toEqual({ kind: 'limited', retryAfterSeconds: 17 });
  });

  it.each(['MISSING_KEY', 'INVALID_KEY', 'USER_NOT_FOUND', 'SESSION_ENDED', 'SHARE_LINK_INVALID'])(
    'is the sign-in after %s',
    (code) => {
      expect(problem(refusal('RATE_LIMITED'), refusal(code))).toEqual({ kind: 'signed-out' });
    },
  );

  it('is that the page is older than the server if the document does not fit the schema', () => {
    expect(problem(refusal('GRAPHQL_VALIDATION_FAILED'))).toEqual({ kind: 'outdated' });
  });

  it('is the sentence and the code of any other refusal', () => {
    expect(problem(refusal('SITE_NOT_FOUND'))).toEqual({
      ...{ kind: 'refused', code: 'SITE_NOT_FOUND', message: 'SITE_NOT_FOUND.' },
    });
  });

  it('is that the server does not respond if there is no answer', () => {
    expect(problemOf([])).toEqual({ kind: 'unreachable' });
  });
});

describe('the fields that were refused', () => {
  const at = (...path: readonly string[]) => ({ ...refusal('RATE_LIMITED'), path });
  const fields = (...errors: readonly ReturnType<typeof refusal>[]) => refusedFieldsOf(errors);

  it('are those that the errors name', () => {
    expect(fields(at('site', 'stats'), at('site', 'pages'))).toEqual(['site.stats', 'site.pages']);
  });

  it('are not known if a whole answer was refused', () => {
    expect(fields(at('site', 'stats'), refusal('RATE_LIMITED'))).toBeUndefined();
    expect(fields()).toBeUndefined();
  });
});
