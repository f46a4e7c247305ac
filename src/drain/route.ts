/** What a path under /drain says. */
export type DrainRoute = {
  /** The token, if it is in the path. */
  readonly token: string | undefined;
  /** Whether it ends as OpenTelemetry has it for logs. */
  readonly isForOtlp: boolean;
};

/** The template of the paths, for metrics and traces: without the token. */
export const DRAIN_ROUTE = '/drain/{token}';

const ROUTE = /^\/drain(?:\/([^/]+))?(\/v1\/logs)?\/?$/;

/**
 * The parts of `/drain` and `/drain/{token}`, each perhaps followed by `/v1/logs`, and by a slash, which some senders add;
 * undefined for any other path.
 */
export function matchDrainRoute(pathname: string): DrainRoute | undefined {
  if (/^\/drain\/v1\/logs\/?$/.test(pathname)) return { token: undefined, isForOtlp: true };
  const match = ROUTE.exec(pathname);
  return match ? { token: match[1], isForOtlp: match[2] !== undefined } : undefined;
}
