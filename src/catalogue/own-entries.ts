import { BOTS as INSTALLED_BOTS, type Bot } from './bots.ts';
import type { LlmProduct } from './llm-products.ts';
import {
  APP,
  type FieldRule,
  type Fields,
  HOST,
  NAME,
  PATH,
  PURPOSE,
  ROBOTS_TOKEN,
  SOURCE,
  TOKEN,
  UTM_SOURCE,
  WEB_PAGE,
  WrongEntry,
  field,
  listOf,
  optionalField,
  requireKnown,
} from './own-fields.ts';
import { literally } from './product-token.ts';
import type { Signer } from './signers.ts';

/** A bot of an operator's own. Without a pattern it has that of the installed bot of its name or, if there is none, its name. */
export type OwnBot = Omit<Bot, 'pattern'> & { readonly pattern: string | undefined };

/** An operator's own entries, and the names of installed ones that they remove. */
export type OwnEntries = {
  readonly bots: Own<OwnBot>;
  readonly products: Own<LlmProduct>;
  readonly signers: Own<Signer>;
};

export type Own<Entry> = { readonly entries: readonly Entry[]; readonly removed: readonly string[] };

export type OwnKind = keyof OwnEntries;

/** Reads the JSON of an operator's file. Returns all complaints at once, one for each wrong entry, which it names. */
export function parseOwnEntries(value: unknown): OwnEntries | { readonly complaints: readonly string[] } {
  if (!isObject(value)) return { complaints: [SHAPE] };
  const complaints = Object.keys(value)
    .filter((name) => !KINDS.includes(name))
    .map((name) => `"${name.slice(0, 80)}" is none of ${KINDS.join(', ')}`);
  const own = {
    bots: readList('bots', value['bots'], BOTS, complaints),
    products: readList('products', value['products'], PRODUCTS, complaints),
    signers: readList('signers', value['signers'], SIGNERS, complaints),
  };
  return complaints.length > 0 ? { complaints } : own;
}

const KINDS: readonly string[] = ['bots', 'products', 'signers'] satisfies readonly OwnKind[];
const SHAPE = `the file must be a JSON object with the lists ${KINDS.join(', ')}, or some of them`;

/** How the entries of a list are read. */
type Kind<Entry> = {
  /** The field by which an entry is known, and which an entry that removes one has. */
  readonly key: string;
  readonly keyRule: FieldRule<string>;
  readonly fields: readonly string[];
  readonly read: (fields: Fields, key: string) => Entry;
};

const BOTS: Kind<OwnBot> = {
  key: 'name',
  keyRule: NAME,
  fields: ['name', 'company', 'purpose', 'token', 'robots_token', 'documentation'],
  read(fields, name) {
    const company = field(fields, 'company', NAME);
    const purpose = field(fields, 'purpose', PURPOSE);
    const token = optionalField(fields, 'token', TOKEN);
    if (token === undefined && !INSTALLED_NAMES.has(name) && TOKEN.parse(name) === undefined)
      throw new WrongEntry(`"token" must be given: the name is not ${TOKEN.allowed}`);
    const robotsToken = optionalField(fields, 'robots_token', ROBOTS_TOKEN) ?? null;
    const documentation = optionalField(fields, 'documentation', WEB_PAGE) ?? null;
    const pattern = token === undefined ? undefined : literally(token);
    return { name, company, purpose, robotsToken, followsRobots: null, documentation, pattern };
  },
};

const INSTALLED_NAMES: ReadonlySet<string> = new Set(INSTALLED_BOTS.map(({ name }) => name));

const PRODUCTS: Kind<LlmProduct> = {
  key: 'source',
  keyRule: SOURCE,
  fields: ['source', 'name', 'company', 'hosts', 'paths', 'apps', 'utm_sources'],
  read(fields, source) {
    const company = field(fields, 'company', NAME);
    const name = optionalField(fields, 'name', NAME) ?? source;
    const hosts = optionalField(fields, 'hosts', listOf(HOST)) ?? [];
    const paths = optionalField(fields, 'paths', listOf(PATH)) ?? [];
    const apps = optionalField(fields, 'apps', listOf(APP)) ?? [];
    const utmSources = optionalField(fields, 'utm_sources', listOf(UTM_SOURCE)) ?? [];
    if ([hosts, paths, apps, utmSources].every(({ length }) => length === 0))
      throw new WrongEntry(
        'it has none of hosts, paths, apps and utm_sources, so nothing would be found by it',
      );
    return { source, name, company, hosts, paths, apps, utmSources };
  },
};

const SIGNERS: Kind<Signer> = {
  key: 'host',
  keyRule: HOST,
  fields: ['host', 'company', 'bot_name', 'purpose'],
  read(fields, host) {
    const company = field(fields, 'company', NAME);
    const botName = field(fields, 'bot_name', NAME);
    const purpose = optionalField(fields, 'purpose', PURPOSE) ?? 'agent';
    return { host, company, botName, purpose };
  },
};

/** Reads a list, which may be missing. Adds what is wrong with it to the complaints. */
function readList<Entry>(
  list: OwnKind,
  values: unknown,
  kind: Kind<Entry>,
  complaints: string[],
): Own<Entry> {
  const [entries, removed, seen] = [new Array<Entry>(), new Array<string>(), new Set<string>()];
  if (values !== undefined && !Array.isArray(values)) complaints.push(`"${list}" must be a list`);
  for (const [index, value] of Array.isArray(values) ? values.entries() : []) {
    try {
      const { key, entry } = readEntry(kind, value);
      if (seen.has(key)) throw new WrongEntry(`another entry has this "${kind.key}", too`);
      seen.add(key);
      if (entry === undefined) removed.push(key);
      else entries.push(entry);
    } catch (error) {
      if (!(error instanceof WrongEntry)) throw error;
      complaints.push(`${nameOf(list, index, value, kind.key)}: ${error.message}`);
    }
  }
  return { entries, removed };
}

/** The entry; undefined for one that removes the installed one of its key. */
function readEntry<Entry>({ key: keyName, keyRule, fields: known, read }: Kind<Entry>, value: unknown) {
  if (!isObject(value)) throw new WrongEntry('it must be a JSON object');
  const key = field(value, keyName, keyRule);
  if (!('remove' in value)) {
    requireKnown(value, known);
    return { key, entry: read(value, key) };
  }
  field(value, 'remove', TRUE);
  requireKnown(value, [keyName, 'remove']);
  return { key, entry: undefined };
}

const TRUE: FieldRule<true> = {
  allowed: 'true, or left out',
  parse: (value) => (value === true ? value : undefined),
};

/** `bots[2] ("AcmeBot")`. */
function nameOf(list: OwnKind, index: number, value: unknown, keyName: string): string {
  const key = isObject(value) ? value[keyName] : undefined;
  return `${list}[${index}]${typeof key === 'string' ? ` (${JSON.stringify(key.slice(0, 80))})` : ''}`;
}

/** As `isJsonObject` of the domain, which the catalogue does not import. */
function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
