import type { PushCheck } from './senders/sender.ts';

/** The check, which is loaded when it is needed: most services get no pushes. */
export function createLatePushCheck(now: () => number): PushCheck {
  let loading: Promise<PushCheck> | undefined;
  const load = async () => {
    const { createPushCheck, googleKeys } = await import('./push-check.ts');
    return createPushCheck(googleKeys(), now);
  };
  return async (head, audience) => (await (loading ??= load()))(head, audience);
}
