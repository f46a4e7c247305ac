import type { DrainHead } from './senders/sender.ts';

/** Checks that Google made the token of a push for this audience. Throws INVALID_KEY if it did not. */
export type PushCheck = (head: DrainHead, audience: string) => Promise<void>;

/** The check, which is loaded when it is needed: most services get no pushes. */
export function createLatePushCheck(now: () => number): PushCheck {
  let loading: Promise<PushCheck> | undefined;
  const load = async () => {
    const { createPushCheck, googleKeys } = await import('./push-check.ts');
    return createPushCheck(googleKeys(), now);
  };
  return async (head, audience) => (await (loading ??= load()))(head, audience);
}
