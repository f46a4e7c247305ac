import { setImmediate } from 'node:timers/promises';
import { GraphQLError } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { isJsonObject, parseJson } from '../domain/json.ts';
import type { PersistedDocuments } from '../domain/persisted-documents.ts';
import { Refusal, invalidParameter } from '../domain/refusal.ts';
import { looksLikeSiteId } from '../domain/site.ts';
import { readText } from '../http/read-text.ts';
import { admit } from './admission.ts';
import { refuseRequest } from './errors.ts';
import { createDocumentGuard, documentIdOf, findDocument } from './persisted-documents.ts';
import type { Visit, Visiting } from './visit.ts';

export const MAX_BODY_BYTES = 256 * 1024;

const JSON_TYPES = ['application/json', 'application/graphql+json', 'application/graphql-response+json'];

/**
 * Authenticates the caller, then reads the document and variables from the query of a GET or the JSON body of a POST.
 * Yoga's own readers also accept forms, which any web page can post, and return the messages of the JSON parser.
 * Authentication comes before parsing: without a key, no feedback and no wait for the body.
 */
export function createParamsReader(documents: PersistedDocuments | undefined) {
  const requireAllowed = createDocumentGuard(documents);
  return async (request: Request, visit: Visit): Promise<GraphQLParams> => {
    const reading = readParams(request, documents);
    const naming = reading.then(siteOf, () => undefined);
    await admit(visit, await Promise.race([naming, turnOfTheLoop()]));
    const params = await reading;
    requireAllowed(params, visit.ctx?.caller);
    return params;
  };
}

/** Gives Yoga what the door reads. */
export function useRequestParams(): Plugin<object, Visiting> {
  return {
    onRequestParse({ serverContext: { visit }, setRequestParser }) {
      setRequestParser(() => visit.readParams());
    },
  };
}

/** Waits just long enough to read a body that has already arrived. */
async function turnOfTheLoop(): Promise<undefined> {
  await setImmediate();
  await setImmediate();
}

async function readParams(
  request: Request,
  documents: PersistedDocuments | undefined,
): Promise<GraphQLParams> {
  try {
    const given = request.method === 'GET' ? readQuery(request) : await readJsonBody(request);
    return requireParams(given, documents);
  } catch (error) {
    throw error instanceof GraphQLError ? error : refuseRequest(error);
  }
}

/** The site that a variable names; to find it with the key saves a question, and where it is none changes nothing. */
function siteOf({ variables }: GraphQLParams): string | undefined {
  const values: unknown[] = Object.values(variables ?? {});
  return values.filter(isString).find(looksLikeSiteId);
}

type Given = Readonly<Record<string, unknown>>;

function readQuery(request: Request): Given {
  const { searchParams } = new URL(request.url);
  const given = Object.fromEntries([...searchParams].filter(([, text]) => text !== ''));
  const { variables, extensions, ...texts } = given;
  return {
    ...texts,
    ...(variables !== undefined && { variables: requireJson(variables, 'The parameter variables') }),
    ...(extensions !== undefined && { extensions: requireJson(extensions, 'The parameter extensions') }),
  };
}

async function readJsonBody(request: Request): Promise<Given> {
  const mediaType = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (!JSON_TYPES.includes(mediaType)) throw unsupportedMediaType();
  const text = await readText(request, { maxBytes: MAX_BODY_BYTES, tooLarge: bodyTooLarge });
  const given = requireJson(text, 'The request body');
  if (isJsonObject(given)) return given;
  throw new Refusal('INVALID_JSON', {
    message: 'The request body must be a JSON object; batched requests are not supported.',
  });
}

function requireJson(text: string, what: string): unknown {
  const value = parseJson(text);
  if (value !== undefined) return value;
  throw new Refusal('INVALID_JSON', { message: `${what} is not valid JSON.` });
}

/** The parameters of GraphQL over HTTP, each checked for its type. Others are ignored. */
function requireParams(given: Given, documents: PersistedDocuments | undefined): GraphQLParams {
  const id = documentIdOf(given);
  const query = isNothing(given['query']) && id !== undefined ? findDocument(id, documents) : given['query'];
  if (!isString(query)) throw invalidParameter('query', query, 'the text of a GraphQL document');
  return {
    query,
    ...optional(given, 'operationName', isString, 'a string'),
    ...optional(given, 'variables', isJsonObject, 'an object'),
    ...optional(given, 'extensions', isJsonObject, 'an object'),
  };
}

function optional<Value>(
  given: Readonly<Record<string, unknown>>,
  name: string,
  isAllowed: (value: unknown) => value is Value,
  allowed: string,
): Readonly<Record<string, Value>> {
  const value = given[name] ?? undefined;
  if (value === undefined) return {};
  if (isAllowed(value)) return { [name]: value };
  throw invalidParameter(name, value, allowed);
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

function isNothing(value: unknown): value is null | undefined {
  return value === null || value === undefined;
}

function unsupportedMediaType(): GraphQLError {
  const message = 'POST a JSON object with "query" and "variables" as Content-Type: application/json.';
  return new GraphQLError(message, { extensions: { code: 'BAD_REQUEST', http: { status: 415 } } });
}

/** Closes the connection after the response, because the rest of the body is still arriving. */
function bodyTooLarge(): GraphQLError {
  const message = `The request body has more than ${MAX_BODY_BYTES} bytes (256 kB).`;
  const http = { status: 413, headers: { Connection: 'close' } };
  return refuseRequest(new Refusal('DOCUMENT_TOO_LARGE', { message }), http);
}
