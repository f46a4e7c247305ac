/** Removes the port from the address of a client, and the brackets from an IPv6 address. */
export function withoutPort(client: string): string {
  return client.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
}
