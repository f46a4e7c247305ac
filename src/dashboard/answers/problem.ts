/** Why an answer, or a part of it, is missing. */
export type Problem =
  | { readonly kind: 'signed-out' }
  | { readonly kind: 'unreachable' }
  | { readonly kind: 'outdated' }
  | { readonly kind: 'limited'; readonly retryAfterSeconds: number }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string };

/** An error of a GraphQL response. */
export type GraphqlError = {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions?: Readonly<Record<string, unknown>>;
};

/** The server knows fields that this page does not, and the other way round: it was upgraded after the page was loaded. */
const OUTDATED = 'GRAPHQL_VALIDATION_FAILED';
const SIGNED_OUT = ['MISSING_KEY', 'INVALID_KEY', 'USER_NOT_FOUND', 'SESSION_ENDED', 'SHARE_LINK_INVALID'];

/** The problem behind errors: the one that the reader has to know first. Without any, no server answered. */
export function problemOf(errors: readonly GraphqlError[]): Problem {
  const refusals = errors.map(({ message, extensions = {} }) => {
    const { code, retry_after: retryAfter } = extensions;
    return { code: typeof code === 'string' ? code : 'SERVER_ERROR', message, retryAfter };
  });
  if (refusals.some(({ code }) => SIGNED_OUT.includes(code))) return { kind: 'signed-out' };
  if (refusals.some(({ code }) => code === OUTDATED)) return { kind: 'outdated' };
  const limited = refusals.filter(({ code }) => code === 'RATE_LIMITED');
  if (limited.length > 0) {
    const seconds = limited.map(({ retryAfter }) => (typeof retryAfter === 'number' ? retryAfter : 1));
    return { kind: 'limited', retryAfterSeconds: Math.max(1, ...seconds) };
  }
  const [first] = refusals;
  if (first === undefined) return { kind: 'unreachable' };
  return { kind: 'refused', code: first.code, message: first.message };
}

/** Whether the same question is refused again whenever it is asked, as with too many days. */
export const dependsOnQuestion = (problem: Problem): boolean =>
  problem.kind === 'refused' && ['INVALID_PARAMETER', 'INVALID_DATE_RANGE'].includes(problem.code);

/**
 * Where an answer has holes: the path of each field that was refused, such as `site.stats`. Undefined if the answer is
 * refused as a whole.
 */
export function refusedFieldsOf(errors: readonly GraphqlError[]): readonly string[] | undefined {
  const paths = errors.flatMap(({ path }) => (path ? [path.join('.')] : []));
  return paths.length > 0 && paths.length === errors.length ? paths : undefined;
}
