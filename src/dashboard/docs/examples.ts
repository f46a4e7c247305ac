import type { ArgumentKind, DocsOperation, TwinField } from './operation.ts';

export const LANGUAGES = ['curl', 'JavaScript', 'Python', 'GraphQL'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What the examples send. */
export type ExampleCall = {
  readonly operation: Pick<DocsOperation, 'slug' | 'method' | 'path' | 'parameters' | 'twin'>;
  /** The service, such as `http://127.0.0.1:4000`. */
  readonly origin: string;
  /** By the names of the parameters; one that is empty is left out. */
  readonly values: Readonly<Record<string, string>>;
  /** JSON; empty if nothing is sent. */
  readonly body: string;
};

type Named = readonly [name: string, value: string];

/** The parameters of the query without which a call is refused, with the values of their examples. */
export function requiredValues({ parameters }: Pick<DocsOperation, 'parameters'>): ExampleCall['values'] {
  const required = parameters.filter((parameter) => parameter.place === 'query' && parameter.required);
  return Object.fromEntries(required.map(({ name, example }) => [name, example]));
}

/** The call in a language; undefined where there is none, as in GraphQL for what records. */
export function exampleOf(language: Language, call: ExampleCall): string | undefined {
  switch (language) {
    case 'curl':
      return inCurl(call);
    case 'JavaScript':
      return inJavaScript(call);
    case 'Python':
      return inPython(call);
    case 'GraphQL':
      return inGraphql(call);
  }
}

/** The values of the parameters of a place that are not empty. */
export function valuesIn({ operation, values }: ExampleCall, place: string): readonly Named[] {
  return operation.parameters
    .filter((parameter) => parameter.place === place)
    .map(({ name }): Named => [name, values[name] ?? ''])
    .filter(([, value]) => value !== '');
}

/** The path of the call. Without a site, `unknown` stands for its id; a bot that is missing is an example. */
export function pathOf({ operation, values }: ExampleCall, unknown: string): string {
  const { siteId = '' } = values;
  return operation.path
    .replace('{siteId}', () => (siteId === '' ? unknown : encodeURIComponent(siteId)))
    .replace('{botName}', () => encodeURIComponent(botOf({ values })));
}

function botOf({ values: { botName = '' } }: Pick<ExampleCall, 'values'>): string {
  return botName === '' ? 'GPTBot' : botName;
}

function inCurl(call: ExampleCall): string {
  const { origin, body } = call;
  const sent =
    body === ''
      ? valuesIn(call, 'query').map(([name, value]) => `--data-urlencode ${shell(`${name}=${value}`)}`)
      : [];
  const headers = headersOf(call).map((header) => `-H ${shell(header.join(': '))}`);
  const lines = [
    `curl ${sent.length > 0 ? '-G ' : ''}-H "Authorization: Bearer $KEY"`,
    ...headers,
    ...(body === '' ? sent : [`-d ${shell(body)}`]),
    // in double quotes the shell puts in the id
    `"${origin}${pathOf(call, '$SITE')}"`,
  ];
  return lines.join(' \\\n  ');
}

function inJavaScript(call: ExampleCall): string {
  const { origin, body, operation } = call;
  const address = `\`${origin}${pathOf(call, '${process.env.SITE}')}\``;
  const search = valuesIn(call, 'query').map(
    ([name, value]) => `url.searchParams.set('${name}', ${JSON.stringify(value)});`,
  );
  const headers = headersOf(call).map(([name, value]) => `    '${name}': ${JSON.stringify(value)},`);
  return [
    `const url = new URL(${address});`,
    ...search,
    'const response = await fetch(url, {',
    ...(body === '' ? [] : [`  method: '${operation.method}',`]),
    '  headers: {',
    '    Authorization: `Bearer ${process.env.KEY}`,',
    ...headers,
    '  },',
    ...(body === '' ? [] : [`  body: JSON.stringify(${body.replaceAll('\n', '\n  ')}),`]),
    '});',
    'console.log(response.status, await response.text());',
  ].join('\n');
}

function inPython(call: ExampleCall): string {
  const { origin, body } = call;
  const query = valuesIn(call, 'query').map(([name, value]) => `    '${name}': ${JSON.stringify(value)},`);
  const path = pathOf(call, "' + os.environ['SITE'] + '");
  const headers = headersOf(call).map(([name, value]) => `        '${name}': ${JSON.stringify(value)},`);
  return [
    query.length > 0 ? 'import os, urllib.parse, urllib.request' : 'import os, urllib.request',
    '',
    ...(query.length > 0 ? ['query = urllib.parse.urlencode({', ...query, '})'] : []),
    'request = urllib.request.Request(',
    `    '${origin}${path}'${query.length > 0 ? " + '?' + query" : ''},`,
    ...(body === '' ? [] : [`    data=${python(body)}.encode(),`]),
    '    headers={',
    "        'Authorization': 'Bearer ' + os.environ['KEY'],",
    ...headers,
    '    },',
    ')',
    'with urllib.request.urlopen(request) as response:',
    '    print(response.status, response.read().decode())',
  ].join('\n');
}

function headersOf(call: ExampleCall): readonly Named[] {
  const type: readonly Named[] = call.body === '' ? [] : [['Content-Type', 'application/json']];
  return [...type, ...valuesIn(call, 'header')];
}

/** What GraphQL calls a parameter of REST where it is no other case of it. */
const NAMES: Readonly<Record<string, string>> = {
  limit: 'first',
  cursor: 'after',
  bot: 'botName',
  page: 'pagePath',
  botName: 'name',
};

function inGraphql(call: ExampleCall): string | undefined {
  const { twin } = call.operation;
  if (twin === null) return undefined;
  const named = valuesIn({ ...call, values: { ...call.values, botName: botOf(call) } }, 'path');
  const values = [...named, ...valuesIn(call, 'query')];
  const fields = twin.fields.map((field) => withArguments(field, values));
  const { siteId = '' } = call.values;
  const site = JSON.stringify(siteId === '' ? 'SITE' : siteId);
  const path = twin.isOfASite ? [`site(id: ${site})`, ...fields] : fields;
  return ['{', ...nest(path, twin.selection), '}'].join('\n');
}

/** The field with those of the values that it takes. */
function withArguments(field: TwinField, values: readonly Named[]): string {
  const args = values.flatMap(([rest, value]) => {
    const name = NAMES[rest] ?? rest.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
    const kind = field.arguments[name];
    return kind === undefined ? [] : [`${name}: ${inDocument(kind, value)}`];
  });
  return `${field.name}${args.length > 0 ? `(${args.join(', ')})` : ''}`;
}

/** The lines of a selection within fields, indented. */
function nest([field, ...inner]: readonly string[], selection: readonly string[]): readonly string[] {
  const lines = field === undefined ? selection : [`${field} {`, ...nest(inner, selection), '}'];
  return lines.map((line) => `  ${line}`);
}

/** Numbers and the values of enums have no quotes. */
function inDocument(kind: ArgumentKind, value: string): string {
  if (kind === 'number' && /^\d+$/.test(value)) return value;
  if (kind === 'enum' && /^[a-z-]+$/.test(value)) return value.toUpperCase().replaceAll('-', '_');
  return JSON.stringify(value);
}

/** On several lines where nothing in it would end it. */
function python(text: string): string {
  return /['\\]/.test(text) ? JSON.stringify(text) : `'''${text}'''`;
}

function shell(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
