/** The address, if it is one of a PostgreSQL server; also `postgres://user@/database?host=/folder/of/its/socket`. */
export function parsePostgresUrl(given: string): string | undefined {
  const server = splitHosts(given);
  if (server.hosts.length > 0 && (server.requires === undefined || !server.hosts.every(isHost)))
    return undefined;
  const withHost = server.url.replace(/^([^/?#]*\/\/[^/?#]*@)(?=[/?#]|$)/, '$1localhost');
  const isPostgres = URL.canParse(withHost) && /^postgres(ql)?:$/.test(new URL(withHost).protocol);
  return isPostgres && !hasBrokenPassword(given) ? given : undefined;
}

/** Advice about an address that is not valid because of its password or its hosts. */
export function adviseOnPostgresUrl(given: string): string | undefined {
  if (hasBrokenPassword(given))
    return 'percent-encode the special characters of the password, for example @ as %40, / as %2F, # as %23, ? as %3F';
  const { hosts, requires } = splitHosts(given);
  if (hosts.length > 0 && requires === undefined)
    return 'several hosts need ?target_session_attrs=read-write, or primary: the service uses the one that accepts writes';
  if (hosts.some((host) => !isHost(host)))
    return 'several hosts are written host:port,host:port, or ?host=a,b&port=5432 with one port for all or one for each';
  return undefined;
}

export type ServerHost = { readonly host: string; readonly port: number };

/** An address with several hosts, as libpq reads it. */
export type ServerAddress = {
  /** The address without the list of hosts: with several, it has the first of them. */
  readonly url: string;
  /** Empty unless there are several. */
  readonly hosts: readonly ServerHost[];
  /** What the host must accept; undefined if that is not said, or nothing that the service can work with. */
  readonly requires: 'read-write' | 'primary' | undefined;
};

const DEFAULT_PORT = 5432;

/** Splits `postgres://user@a:5432,b:5433/database` and `postgres://user@/database?host=a,b&port=5432,5433`. */
export function splitHosts(url: string): ServerAddress {
  const [, start = '', authority = '', path = '', rest = ''] =
    /^(postgres(?:ql)?:\/\/)([^/?#]*)([^?#]*)(.*)$/s.exec(url) ?? [];
  const at = authority.lastIndexOf('@') + 1;
  const query = new URLSearchParams(rest);
  const listed = hostsOf(authority.slice(at), query);
  if (listed.length < 2) return { url, hosts: [], requires: undefined };
  const requires = requirementOf(query.get('target_session_attrs'));
  for (const name of ['host', 'port', 'target_session_attrs']) query.delete(name);
  const options = query.size > 0 ? `?${query.toString()}` : '';
  const single = `${start}${authority.slice(0, at)}${firstOf(listed)}${path}${options}`;
  return { url: single, hosts: listed, requires };
}

function requirementOf(given: string | null): ServerAddress['requires'] {
  return given === 'read-write' || given === 'primary' ? given : undefined;
}

function firstOf([first]: readonly ServerHost[]): string {
  const { host } = first ?? { host: '' };
  return host.includes(':') ? `[${host}]` : host;
}

function hostsOf(authority: string, query: URLSearchParams): readonly ServerHost[] {
  const named = query.get('host');
  if (named === null || named === '') return authority.split(',').map(hostOf);
  const ports = (query.get('port') ?? String(DEFAULT_PORT)).split(',');
  const hosts = named.split(',');
  const portOf = (n: number) => portFrom(ports.length === 1 ? ports[0] : ports[n]);
  return hosts.map((host, n) => ({ host, port: ports.length > hosts.length ? NaN : portOf(n) }));
}

/** `name`, `name:port`, `[IPv6]` or `[IPv6]:port`. */
function hostOf(text: string): ServerHost {
  const [, bracketed, plain = '', port] = /^(?:\[([^\]]*)\]|([^:]*))(?::(.*))?$/s.exec(text) ?? [];
  return { host: bracketed ?? plain, port: port === undefined ? DEFAULT_PORT : portFrom(port) };
}

function portFrom(text: string | undefined): number {
  if (text === '') return DEFAULT_PORT;
  return text !== undefined && /^\d{1,5}$/.test(text) ? Number(text) : NaN;
}

function isHost({ host, port }: ServerHost): boolean {
  return /^[^\s,@[\]]+$/.test(host) && port > 0 && port < 65_536;
}

/** A password ends at the first of these characters unless they are encoded: its rest then becomes part of the path. */
function hasBrokenPassword(given: string): boolean {
  const [, authority = '', path = '', rest = ''] =
    /^postgres(?:ql)?:\/\/([^/?#]*)([^?#]*)(.*)$/s.exec(given) ?? [];
  if (path.includes('@') || rest.includes('#')) return true;
  return path === '' && rest.includes('@') && !authority.includes('@');
}
