/** The address of a client that was logged with its port, an IPv6 address perhaps in brackets. */
export function withoutPort(client: string): string {
  return client.replace(/:\d+$/, '').replace(/^\[(.*)\]$/, '$1');
}
