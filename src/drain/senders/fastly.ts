import { WholeResponse } from '../../http/answer.ts';

/**
 * Where Fastly asks whether a host takes the logs of a service, before it delivers any.
 *
 * @see https://www.fastly.com/documentation/guides/integrations/logging-endpoints/log-streaming-https/
 */
export const CHALLENGE_PATH = '/.well-known/fastly/logging/challenge';

/** Of any service: the token of a drain decides what is recorded, and where. */
export function challengeAnswer(): Response {
  return new WholeResponse('*\n', { status: 200, headers: { 'Content-Type': 'text/plain; charset=utf-8' } });
}
