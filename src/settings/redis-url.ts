/** A Redis server, or the master that Sentinels know by a name. */
export type RedisAddress = {
  readonly nodes: readonly RedisNode[];
  /** The name of the master, if the nodes are Sentinels. */
  readonly master: string | undefined;
  readonly tls: boolean;
  readonly username: string | undefined;
  readonly password: string | undefined;
  /** The password of the Sentinels, if they have one. */
  readonly sentinelPassword: string | undefined;
  readonly database: number;
};

export type RedisNode = { readonly host: string; readonly port: number };

const REDIS_PORT = 6379;
const SENTINEL_PORT = 26_379;

const URL_PARTS = /^(rediss?)(\+sentinel)?:\/\/(?:([^@/?#]*)@)?([^@/?#]+)(?:\/([^?#@]*))?(?:\?([^#@]*))?$/;
const NODE = /^(\[[\da-f:.]+\]|[\w.-]+)(?::(\d{1,5}))?$/i;

/**
 * Parses `redis://user:password@host:6379/0`, and `redis+sentinel://user:password@host:26379,host:26379/master/0`. Both
 * begin with `rediss` for TLS.
 */
export function parseRedisUrl(given: string): RedisAddress | undefined {
  const parts = URL_PARTS.exec(given);
  if (!parts) return undefined;
  const [, scheme, sentinel, credentials, hosts, path, query] = parts;
  const nodes = parseNodes(hosts, sentinel ? SENTINEL_PORT : REDIS_PORT);
  const target = sentinel ? parseTarget(path) : serverTarget(nodes, path, query);
  const secrets = parseSecrets(credentials, query);
  return nodes && target && secrets && { nodes, tls: scheme === 'rediss', ...target, ...secrets };
}

/** Advice about an address that is not valid. */
export function adviseOnRedisUrl(given: string): string | undefined {
  if (given.startsWith('redis-sentinel:') || given.startsWith('sentinel:'))
    return 'an address of Sentinels begins with redis+sentinel://';
  if (/^rediss?\+sentinel:/.test(given)) return 'after the hosts, name the master that the Sentinels watch';
  if ((/:\/\/(.*)$/s.exec(given)?.[1] ?? '').includes('@'))
    return 'percent-encode the special characters of the password, for example @ as %40, / as %2F, # as %23, ? as %3F';
  return undefined;
}

function parseNodes(given = '', defaultPort: number): readonly RedisNode[] | undefined {
  const nodes = given.split(',').map((node) => parseNode(node, defaultPort));
  return nodes.every((node) => node !== undefined) ? nodes : undefined;
}

function parseNode(given: string, defaultPort: number): RedisNode | undefined {
  const [, host = '', digits] = NODE.exec(given) ?? [];
  const port = digits === undefined ? defaultPort : Number(digits);
  if (host === '' || port < 1 || port > 65_535) return undefined;
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port };
}

type Target = Pick<RedisAddress, 'master' | 'database'>;

/** The path of Sentinels: the name of the master, and perhaps a database. */
function parseTarget(path = ''): Target | undefined {
  const [, master, database = ''] = /^([\w.-]+)(?:\/(\d{0,5}))?$/.exec(path) ?? [];
  return master === undefined ? undefined : { master, database: Number(database) };
}

/** The path of one server: perhaps a database. */
function serverTarget(nodes: readonly RedisNode[] = [], path = '', query = ''): Target | undefined {
  const isValid = nodes.length === 1 && query === '' && /^\d{0,5}$/.test(path);
  return isValid ? { master: undefined, database: Number(path) } : undefined;
}

type Secrets = Pick<RedisAddress, 'username' | 'password' | 'sentinelPassword'>;

function parseSecrets(credentials = '', query = ''): Secrets | undefined {
  const [, username = '', password] = /^([^:]*)(?::(.*))?$/s.exec(credentials) ?? [];
  const [, sentinelPassword] = /^sentinel_password=([^&]+)$/.exec(query) ?? [];
  if (query !== '' && sentinelPassword === undefined) return undefined;
  try {
    return {
      username: decoded(username),
      password: decoded(password),
      sentinelPassword: decoded(sentinelPassword),
    };
  } catch {
    return undefined; // a % that begins no escape
  }
}

function decoded(text: string | undefined): string | undefined {
  return text === undefined || text === '' ? undefined : decodeURIComponent(text);
}
