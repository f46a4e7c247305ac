import type { Message, Outcome, Receiver } from '../domain/channel.ts';
import { HOUR_MS } from '../domain/time.ts';
import { NoResponse } from '../outgoing/no-response.ts';
import type { PostParts, Posted } from '../outgoing/post.ts';
import { lineOf, secretsOf } from './reason.ts';
import type { WebSender } from './sender.ts';

const MOST_WAIT_MS = 24 * HOUR_MS;

/** One attempt to send a message by HTTP. */
export async function sendByWeb(
  sender: WebSender,
  {
    receiver,
    message,
    nowMs,
  }: { readonly receiver: Receiver; readonly message: Message; readonly nowMs: number },
  parts: PostParts,
): Promise<Outcome> {
  const { target: own } = receiver;
  const { target = own, headers, body } = await sender.requestOf(receiver, message, nowMs);
  // imported late: many services send nothing, and TLS takes a megabyte of memory
  const { post } = await import('../outgoing/post.ts');
  try {
    const request = { headers: { 'Content-Type': 'application/json', ...headers }, body };
    return outcomeOf(sender, await post(target, request, parts), { target: own, nowMs });
  } catch (error) {
    if (error instanceof NoResponse) return { state: 'failed', reason: lineOf(error.message) };
    throw error;
  }
}

function outcomeOf(
  { mayBeGone, retryAfterMs }: WebSender,
  posted: Posted,
  { target, nowMs }: { readonly target: string; readonly nowMs: number },
): Outcome {
  const { status, headers } = posted;
  if (status >= 200 && status < 300) return { state: 'delivered' };
  const reason = reasonOf(posted, target);
  if (status === 410 && mayBeGone === true) return { state: 'gone', reason };
  const waitMs = retryAfterOf(headers['retry-after'], nowMs) ?? retryAfterMs?.(posted);
  return {
    state: 'failed',
    reason,
    ...(waitMs !== undefined && { retryAfterMs: Math.min(waitMs, MOST_WAIT_MS) }),
  };
}

function reasonOf({ status, statusText, headers, text }: Posted, target: string): string {
  const { location } = headers;
  const answer = `${status} ${statusText}`.trim();
  if (status >= 300 && status < 400 && location !== undefined && URL.canParse(location, target))
    return lineOf(`${answer}: it redirects to ${new URL(location, target).host}, which is not followed`);
  const said = lineOf(text, secretsOf(target));
  return lineOf(said === '' ? answer : `${answer}: ${said}`, secretsOf(target));
}

/** Seconds, or a date as HTTP has it (RFC 9110, 10.2.3); `Date.parse` alone reads many other texts. */
function retryAfterOf(value: string | undefined, nowMs: number): number | undefined {
  if (value === undefined) return undefined;
  if (/^\d+$/.test(value)) return Number(value) * 1_000;
  const atMs = value.endsWith(' GMT') ? Date.parse(value) : NaN;
  return Number.isNaN(atMs) ? undefined : Math.max(0, atMs - nowMs);
}
