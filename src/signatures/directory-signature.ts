import { type InnerList, isInnerList, serializeInnerList } from 'structured-headers';
import type { DirectoryKey } from './directory.ts';
import { holds } from './signature-base.ts';
import { dictionaryOf } from './structured-fields.ts';

/** The tag of the signature of a directory. */
const TAG = 'http-message-signatures-directory';

/** How far the clock of a host may be from ours, in seconds. */
const CLOCKS_S = 60;

/** As many are looked at as a directory has keys. */
const MOST_SIGNATURES = 100;

/** What came with a directory. */
type SignedDirectory = {
  readonly host: string;
  readonly headers: Headers;
  readonly receivedAtMs: number;
};

/**
 * The keys that have signed their directory: whoever copies the public keys of somebody else into an own directory cannot
 * sign it with them.
 *
 * @see https://datatracker.ietf.org/doc/draft-meunier-http-message-signatures-directory/
 */
export function keysThatSigned(
  keys: readonly DirectoryKey[],
  { host, headers, receivedAtMs }: SignedDirectory,
): readonly DirectoryKey[] {
  const inputs = dictionaryOf(headers.get('signature-input') ?? '');
  const signatures = dictionaryOf(headers.get('signature') ?? '');
  if (!inputs || !signatures) return [];
  const signed = [...inputs].slice(0, MOST_SIGNATURES).flatMap(([label, input]) => {
    const bytes = signatures.get(label)?.[0];
    if (!isInnerList(input) || !(bytes instanceof ArrayBuffer)) return [];
    const key = keys.find(({ thumbprint }) => thumbprint === input[1].get('keyid'));
    if (!key || !isInTime(input, receivedAtMs / 1000)) return [];
    const base = baseOf(input, host);
    return base !== undefined && holds(key, Buffer.from(base), new Uint8Array(bytes)) ? [key] : [];
  });
  return keys.filter((key) => signed.includes(key));
}

function isInTime([, parameters]: InnerList, nowS: number): boolean {
  const [created, expires] = [parameters.get('created'), parameters.get('expires')];
  if (typeof created !== 'number' || typeof expires !== 'number') return false;
  return parameters.get('tag') === TAG && created <= nowS + CLOCKS_S && expires >= nowS - CLOCKS_S;
}

/** What is signed: the host that was asked, and nothing that a response has. */
function baseOf(input: InnerList, host: string): string | undefined {
  const [[component, ...others]] = input;
  if (!component || others.length > 0) return undefined;
  const [name, parameters] = component;
  if (name !== '@authority' || !parameters.has('req') || parameters.size !== 1) return undefined;
  return [`"@authority";req: ${host}`, `"@signature-params": ${serializeInnerList(input)}`].join('\n');
}
