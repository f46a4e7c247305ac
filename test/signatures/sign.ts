import { type KeyObject, sign as signBytes } from 'node:crypto';
import type { SignedRequest } from '../../src/domain/signature.ts';
import { ED25519_ID, ED25519_PRIVATE } from './test-keys.ts';

/** 2026-11-20T10:00:00Z, in seconds. */
export const NOW_S = 1_795_168_800;

/** A request as it is before it is signed. */
export const UNSIGNED: SignedRequest = {
  sentAtMs: NOW_S * 1000,
  method: 'GET',
  scheme: 'https',
  host: 'example.com',
  target: '/guide?page=2',
  userAgent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/144.0',
  referrer: undefined,
  signature: undefined,
  signatureInput: undefined,
  signatureAgent: 'a="https://agent.example"',
};

type Signing = {
  readonly request?: Partial<SignedRequest>;
  readonly label?: string;
  /** The components and their values, as they are signed. */
  readonly covered?: readonly (readonly [identifier: string, value: string])[];
  /** In seconds since 1970 UTC, as `expires`. */
  readonly created?: number;
  readonly expires?: number;
  /** In place of all parameters but `created` and `expires`. */
  readonly parameters?: string;
  readonly key?: KeyObject;
};

export const PARAMETERS = `keyid="${ED25519_ID}";alg="ed25519";tag="web-bot-auth"`;

/** A request that is signed as the draft asks. */
export function signed({
  request = {},
  label = 'sig1',
  covered = [
    ['"@authority"', 'example.com'],
    ['"signature-agent";key="a"', '"https://agent.example"'],
  ],
  created = NOW_S - 10,
  expires = NOW_S + 50,
  parameters = PARAMETERS,
  key = ED25519_PRIVATE,
}: Signing = {}): SignedRequest {
  const components = covered.map(([identifier]) => identifier).join(' ');
  const times = [`created=${created}`, `expires=${expires}`];
  const input = [`(${components})`, ...times, ...(parameters === '' ? [] : [parameters])].join(';');
  const lines = [...covered, ['"@signature-params"', input] as const];
  const base = lines.map(([identifier, value]) => `${identifier}: ${value}`).join('\n');
  const bytes = signBytes(null, Buffer.from(base), key).toString('base64');
  return {
    ...UNSIGNED,
    ...request,
    signatureInput: `${label}=${input}`,
    signature: `${label}=:${bytes}:`,
  };
}

/** A request with the signatures of both. */
export function signedTwice(one: SignedRequest, other: SignedRequest): SignedRequest {
  return {
    ...one,
    signature: `${one.signature}, ${other.signature}`,
    signatureInput: `${one.signatureInput}, ${other.signatureInput}`,
  };
}
