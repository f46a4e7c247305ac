import { type InnerList, type Item, type Parameters, isInnerList } from 'structured-headers';
import type { SignedRequest } from '../domain/signature.ts';
import { type Component, readComponent } from './covered-value.ts';
import { dictionaryOf } from './structured-fields.ts';

/** The tag of the signatures that are looked at. */
const TAG = 'web-bot-auth';

/** A request may have many; no more are looked at. */
const MOST_SIGNATURES = 8;

/** A signature of a request, with what its sender says that it covers. */
export type ReadSignature = {
  readonly components: readonly Component[];
  /** What stands for the list of components and their parameters in what is signed. */
  readonly input: InnerList;
  readonly created: number;
  readonly expires: number;
  readonly keyid: string;
  /** Undefined if the sender leaves it to the key. */
  readonly algorithm: string | undefined;
  readonly bytes: Uint8Array;
};

/**
 * The signatures of a request that have the tag, in their order; undefined in the place of one whose form, parameters or
 * coverage are not as they must be. Empty without any.
 */
export function readSignatures(request: SignedRequest): readonly (ReadSignature | undefined)[] {
  const inputs = dictionaryOf(request.signatureInput ?? '');
  const signatures = dictionaryOf(request.signature ?? '');
  if (!inputs || !signatures) return [];
  return [...inputs]
    .filter(([, [, parameters]]) => parameters.get('tag') === TAG)
    .slice(0, MOST_SIGNATURES)
    .map(([label, input]) => {
      const bytes = bytesOf(signatures.get(label), request.signature ?? '');
      return isInnerList(input) && bytes ? readSignature(input, bytes, request) : undefined;
    });
}

function readSignature(
  input: InnerList,
  bytes: Uint8Array,
  { signatureAgent }: SignedRequest,
): ReadSignature | undefined {
  const [items, parameters] = input;
  const components = items.flatMap((item) => readComponent(item) ?? []);
  if (components.length < items.length) return undefined;
  if (new Set(components.map(({ identifier }) => identifier)).size < items.length) return undefined;
  if (!isEnough(components, signatureAgent !== undefined)) return undefined;
  const told = readParameters(parameters);
  return told && { components, input, bytes, ...told };
}

/** Whether a list of components covers what it must. */
function isEnough(components: readonly Component[], hasAgent: boolean): boolean {
  const covers = (...names: string[]) => components.some(({ name }) => names.includes(name));
  return covers('@authority', '@target-uri') && (!hasAgent || covers('signature-agent'));
}

function readParameters(parameters: Parameters) {
  const [created, expires] = [parameters.get('created'), parameters.get('expires')];
  const [keyid, algorithm] = [parameters.get('keyid'), parameters.get('alg')];
  if (!isSeconds(created) || !isSeconds(expires)) return undefined;
  if (typeof keyid !== 'string' || keyid === '') return undefined;
  if (algorithm !== undefined && typeof algorithm !== 'string') return undefined;
  return { created, expires, keyid, algorithm };
}

function isSeconds(value: unknown): value is number {
  return Number.isInteger(value);
}

/** The bytes of a member, written in the one way that base64 has for them. */
function bytesOf(member: Item | InnerList | undefined, text: string): Uint8Array | undefined {
  const value = member?.[0];
  if (!(value instanceof ArrayBuffer)) return undefined;
  const bytes = Buffer.from(value);
  return text.includes(`:${bytes.toString('base64')}:`) ? bytes : undefined;
}
