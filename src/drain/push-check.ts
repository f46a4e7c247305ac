import { type JWTVerifyGetKey, createRemoteJWKSet, errors, jwtVerify } from 'jose';
import { Refusal } from '../domain/refusal.ts';
import type { PushCheck } from './senders/sender.ts';

const KEYS_URL = 'https://www.googleapis.com/oauth2/v3/certs';
const ISSUERS = ['https://accounts.google.com', 'accounts.google.com'];

/** Google's keys are read when a token has to be checked, and kept as long as their answer says. */
export function googleKeys(url: string = KEYS_URL): JWTVerifyGetKey {
  return createRemoteJWKSet(new URL(url));
}

/**
 * Makes the check. It throws INVALID_KEY for another token, and for none; and what the keys cannot be read with, which is no
 * fault of the sender.
 *
 * @see https://cloud.google.com/pubsub/docs/authenticate-push-subscriptions
 */
export function createPushCheck(keys: JWTVerifyGetKey, now: () => number): PushCheck {
  return async ({ headers }, audience) => {
    const token = /^bearer +(\S{1,8192})$/i.exec(headers.get('authorization') ?? '')?.[1];
    if (token === undefined) throw invalidToken('is missing');
    try {
      await jwtVerify(token, keys, { audience, issuer: ISSUERS, currentDate: new Date(now()) });
    } catch (error) {
      if (error instanceof errors.JWKSTimeout || !(error instanceof errors.JOSEError)) throw error;
      throw invalidToken(`is not accepted (${error.code})`);
    }
  };
}

function invalidToken(was: string): Refusal {
  return new Refusal('INVALID_KEY', {
    message: `The JWT of the header Authorization ${was}: this drain takes pushes only with one that Google made for its audience.`,
  });
}
