import {
  type Item,
  type Parameters,
  isInnerList,
  serializeDictionary,
  serializeItem,
} from 'structured-headers';
import type { SignedRequest } from '../domain/signature.ts';
import { dictionaryOf, itemOf } from './structured-fields.ts';

/** Something that a signature covers, such as `"@authority"` or `"signature-agent";key="a"`. */
export type Component = {
  readonly name: string;
  readonly parameters: Parameters;
  readonly identifier: string;
};

/** Reads what stands for it in the list of components; undefined for what no request has. */
export function readComponent(item: Item): Component | undefined {
  const [name, parameters] = item;
  if (typeof name !== 'string') return undefined;
  const allowed = parametersOf(name);
  if (!allowed || ![...parameters.keys()].every((key) => allowed.includes(key))) return undefined;
  return { name, parameters, identifier: serializeItem(item) };
}

/** The parameters that a component may have. */
function parametersOf(name: string): readonly string[] | undefined {
  if (!name.startsWith('@')) return name === name.toLowerCase() ? ['sf', 'key', 'bs', 'tr'] : undefined;
  if (!DERIVED.has(name)) return undefined;
  return name === '@query-param' ? ['name'] : [];
}

/**
 * The value of a component as it is signed (RFC 9421, section 2), or why there is none:
 * - unchecked: it is of something that we were not told
 * - invalid: a request has no such value
 */
export type CoveredValue = { readonly value: string } | 'unchecked' | 'invalid';

export function coveredValue({ name, parameters }: Component, request: SignedRequest): CoveredValue {
  return DERIVED.get(name)?.(request, parameters) ?? fieldValue(name, parameters, request);
}

type Derive = (request: SignedRequest, parameters: Parameters) => CoveredValue;

/** The components that are derived from a request (RFC 9421, section 2.2). */
const DERIVED: ReadonlyMap<string, Derive> = new Map<string, Derive>([
  ['@method', ({ method }) => told(method)],
  ['@scheme', ({ scheme }) => ({ value: scheme.toLowerCase() })],
  ['@authority', (request) => told(authorityOf(request))],
  ['@request-target', ({ target }) => told(target)],
  ['@target-uri', (request) => told(uriOf(request))],
  ['@path', ({ target }) => told(target && (pathOf(target) || '/'))],
  ['@query', ({ target }) => told(target && `?${queryOf(target)}`)],
  ['@query-param', ({ target }, parameters) => queryParameter(target, parameters.get('name'))],
]);

function told(value: string | undefined): CoveredValue {
  return value === undefined ? 'unchecked' : { value };
}

const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: ':80', https: ':443' };

/** The host in lower case, without the port that the scheme has anyway. */
function authorityOf({ host, scheme }: SignedRequest): string | undefined {
  const authority = host?.toLowerCase();
  const port = DEFAULT_PORTS[scheme.toLowerCase()];
  return port !== undefined && authority?.endsWith(port) === true
    ? authority.slice(0, -port.length)
    : authority;
}

function uriOf(request: SignedRequest): string | undefined {
  const authority = authorityOf(request);
  const { target, scheme } = request;
  if (authority === undefined || target === undefined) return undefined;
  return target.startsWith('/') ? `${scheme.toLowerCase()}://${authority}${target}` : target;
}

function pathOf(target: string): string {
  return target.split('?', 1)[0] ?? '';
}

function queryOf(target: string): string {
  const at = target.indexOf('?');
  return at === -1 ? '' : target.slice(at + 1);
}

/** A parameter that comes more than once has no value that could be covered (section 2.2.8). */
function queryParameter(target: string | undefined, name: unknown): CoveredValue {
  if (typeof name !== 'string') return 'invalid';
  if (target === undefined) return 'unchecked';
  const found = [...new URLSearchParams(queryOf(target))].filter(([key]) => formEncoded(key) === name);
  const [only, ...others] = found;
  return only && others.length === 0 ? { value: formEncoded(only[1]) } : 'invalid';
}

/** Encodes what `encodeURIComponent` does, and what it spares though URLSearchParams does not. */
function formEncoded(text: string): string {
  const hex = (char: string) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`;
  return encodeURIComponent(text).replace(/[!'()~]/g, hex);
}

/** The fields that we are told of a request (section 2.1). One that is not there may just not have been told. */
const FIELDS: ReadonlyMap<string, (request: SignedRequest) => string | undefined> = new Map([
  ['signature-agent', ({ signatureAgent }: SignedRequest) => signatureAgent],
  ['user-agent', ({ userAgent }: SignedRequest) => userAgent],
  ['referer', ({ referrer }: SignedRequest) => referrer],
  ['host', ({ host }: SignedRequest) => host],
]);

function fieldValue(name: string, parameters: Parameters, request: SignedRequest): CoveredValue {
  const value = FIELDS.get(name)?.(request);
  if (value === undefined || parameters.has('tr') || parameters.has('bs')) return 'unchecked';
  if (parameters.has('key')) return memberValue(value, parameters.get('key'));
  return parameters.has('sf') ? strictValue(value) : { value: value.trim() };
}

/** A member of a dictionary (section 2.1.2). */
function memberValue(text: string, key: unknown): CoveredValue {
  const member = typeof key === 'string' ? dictionaryOf(text)?.get(key) : undefined;
  return !member || isInnerList(member) ? 'invalid' : { value: serializeItem(member) };
}

/** A field whose value is a dictionary or an item, written as the standard has it (section 2.1.1). */
function strictValue(text: string): CoveredValue {
  const item = itemOf(text);
  if (item) return { value: serializeItem(item) };
  const dictionary = dictionaryOf(text);
  return dictionary ? { value: serializeDictionary(dictionary) } : 'invalid';
}
