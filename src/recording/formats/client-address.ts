/** Removes the port from the address of a client, and the brackets from an IPv6 address. */
export function withoutPort(client: string): string {
  return client.replace(/:\d{1,5}$/, '').replace(/^\[(.*)\]$/, '$1');
}

/** X-Forwarded-For and the other end of the connection, which comes last: the client is found among them (`clientIn`). */
export function proxyList(forwardedFor: string | undefined, peer: string): string {
  if (forwardedFor === undefined) return peer;
  return peer === '-' ? forwardedFor : `${forwardedFor}, ${peer}`;
}
