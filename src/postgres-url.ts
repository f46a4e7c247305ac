/** The address, if it is one of a PostgreSQL server; also `postgres://user@/database?host=/folder/of/its/socket`. */
export function parsePostgresUrl(given: string): string | undefined {
  const withHost = given.replace(/^([^/?#]*\/\/[^/?#]*@)(?=[/?#]|$)/, '$1localhost');
  const isPostgres = URL.canParse(withHost) && /^postgres(ql)?:$/.test(new URL(withHost).protocol);
  return isPostgres && !hasBrokenPassword(given) ? given : undefined;
}

/** Advice about an address that is not valid because of its password. */
export function adviseOnPassword(given: string): string | undefined {
  if (!hasBrokenPassword(given)) return undefined;
  return 'percent-encode the special characters of the password, for example @ as %40, / as %2F, # as %23, ? as %3F';
}

/** A password ends at the first of these characters unless they are encoded: its rest then becomes part of the path. */
function hasBrokenPassword(given: string): boolean {
  const [, authority = '', path = '', rest = ''] =
    /^postgres(?:ql)?:\/\/([^/?#]*)([^?#]*)(.*)$/s.exec(given) ?? [];
  if (path.includes('@') || rest.includes('#')) return true;
  return path === '' && rest.includes('@') && !authority.includes('@');
}
