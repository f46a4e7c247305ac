import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { matchCollectRoute } from '../../src/collect/route.ts';
import { matchRoute } from '../../src/rest/routes.ts';
import { COLLECT_ROUTE } from '../../src/wire/endpoints.ts';
import openapi from '../../src/openapi/openapi.json' with { type: 'json' };

/** A request and its answer, of any door. */
export type Exchange = {
  readonly method: string;
  /** Without its query. */
  readonly pathname: string;
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
};

/** Says what of an exchange the document does not describe, a sentence each. Of other paths it says nothing. */
export type Judge = (exchange: Exchange) => readonly string[];

type Described = { readonly [name: string]: Described };
/** Undefined if the document names a header that it does not describe. */
type Header = { readonly required?: boolean; readonly schema: object } | undefined;

/** What answers have besides the headers of the document: what HTTP, CORS and compression add. */
const OF_HTTP =
  /^(?:content-(?:type|length|encoding)|vary|x-content-type-options|connection|access-control-.*)$/;

/** Holds answers to an OpenAPI document, by default that of the service. */
export function createJudge(document: object = openapi): Judge {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, allErrors: true });
  ajv.addSchema(document, 'openapi');
  const known = new Map<string, ValidateFunction>();

  function validatorOf(pointer: string): ValidateFunction {
    const validate = known.get(pointer) ?? ajv.compile({ $ref: `openapi#${pointer}` });
    known.set(pointer, validate);
    return validate;
  }

  return ({ method, pathname, status, headers, text }) => {
    const operation = operationOf(method, pathname);
    if (operation === undefined) return [];
    const found = find(document, ['paths', ...operation, 'responses', String(status)]);
    if (found === undefined) return [`${operation.join(' ')} has no answer ${status}`];
    const [response, pointer] = found;
    return [
      ...complaintsOfHeaders(resolve(document, response['headers'] ?? {}), { status, headers }),
      ...(method === 'HEAD'
        ? text === ''
          ? []
          : ['HEAD has a body']
        : complaintsOfBody(text, headers, validatorOf(`${pointer}/content/application~1json/schema`))),
    ];
  };

  function complaintsOfHeaders(
    described: Readonly<Record<string, Header>>,
    { status, headers }: Pick<Exchange, 'status' | 'headers'>,
  ): readonly string[] {
    const names = Object.keys(described).map((name) => name.toLowerCase());
    const strange = [...headers.keys()]
      .map((name) => name.toLowerCase())
      .filter((name) => !names.includes(name) && !OF_HTTP.test(name));
    return [
      ...strange.map((name) => `the header ${name} is not described`),
      ...Object.entries(described).flatMap(([name, header]) => {
        if (header === undefined) return [`the header ${name} is not described`];
        const { required = status === 200, schema } = header;
        const value = headers.get(name);
        if (value === null) return required ? [`the header ${name} is missing`] : [];
        const fits: boolean = ajv.validate(schema, value);
        return fits ? [] : [`the header ${name} is ${value}`];
      }),
    ];
  }
}

/** The path and the method under which the document has the operation of a request; undefined if it has none. */
function operationOf(method: string, pathname: string): readonly [string, string] | undefined {
  const route = matchRoute(pathname);
  if (route && ['GET', 'HEAD'].includes(method)) return [route.path, 'get'];
  if (method === 'POST' && matchCollectRoute(pathname) !== undefined) return [COLLECT_ROUTE, 'post'];
  return undefined;
}

function complaintsOfBody(text: string, headers: Headers, validate: ValidateFunction): readonly string[] {
  const type = headers.get('content-type') ?? '';
  if (type !== 'application/json; charset=utf-8') return [`the type of the body is ${type}`];
  if (validate(JSON.parse(text))) return [];
  return (validate.errors ?? []).map(({ instancePath, message = '', params }) =>
    ['the body', instancePath, message, JSON.stringify(params)].join(' '),
  );
}

/** What lies at the path, and the pointer to it, after its references. */
function find(document: object, path: readonly string[]): readonly [Described, string] | undefined {
  let at = document as Described | undefined;
  let pointer = '';
  for (const name of path) {
    at = at?.[name];
    pointer += `/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;
    const reference = at?.['$ref'] as unknown;
    if (typeof reference !== 'string') continue;
    pointer = reference.slice(1);
    at = find(document, namesIn(reference))?.[0];
  }
  return at && [at, pointer];
}

function resolve(document: object, headers: Described): Readonly<Record<string, Header>> {
  const resolved = Object.entries(headers).map(([name, header]) => {
    const reference = header['$ref'] as unknown;
    return [name, typeof reference === 'string' ? find(document, namesIn(reference))?.[0] : header];
  });
  return Object.fromEntries(resolved) as Readonly<Record<string, Header>>;
}

function namesIn(reference: string): readonly string[] {
  return reference
    .slice(2)
    .split('/')
    .map((name) => name.replaceAll('~1', '/').replaceAll('~0', '~'));
}
