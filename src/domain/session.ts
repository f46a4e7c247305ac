import { hash, randomBytes } from 'node:crypto';

/** How long a session of a signed-in owner may last. */
export type SessionLimits = {
  /** Without being used. */
  readonly idleMs: number;
  /** In all. */
  readonly maxMs: number;
};

/** When a session ends unless it is used again. */
export function sessionEnd({ idleMs, maxMs }: SessionLimits, createdAtMs: number, usedAtMs: number): number {
  return Math.min(createdAtMs + maxMs, usedAtMs + idleMs);
}

/** A new secret for a session or an invitation: 256 random bits, URL-safe. Only its hash is stored. */
export function generateToken(): string {
  return randomBytes(32).toString('base64url');
}

/** The hash that is stored. A token of 256 random bits needs no salt and no slow hash. */
export function hashToken(token: string): string {
  return hash('sha256', token, 'hex');
}
