import { Refusal } from './refusal.ts';

/**
 * Hashes passwords, a few at a time, and in turns for those who ask: a client's address, or an account. Both functions
 * throw OVERLOADED if too many are waiting, of all or of one.
 */
export type Passwords = {
  /** The text to store: parameters, salt and hash. */
  hash(password: string, by: string): Promise<string>;
  /** Whether the password is the stored one. Without a stored one, it takes as long to say no. */
  verify(password: string, stored: string | null, by: string): Promise<boolean>;
};

const SHORTEST = 10;
const LONGEST = 1_000;

/** A new password, of 10 to 1,000 characters. INVALID_PASSWORD for any other; the message does not repeat it. */
export function parsePassword(given: string): string {
  const characters = Array.from(given).length;
  if (characters >= SHORTEST && characters <= LONGEST) return given;
  throw new Refusal('INVALID_PASSWORD');
}
