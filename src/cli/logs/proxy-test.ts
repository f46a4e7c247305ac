import { createProxyCheck } from '../../http/client.ts';
import type { ProxyTest } from '../../recording/listed-client.ts';

/** Which addresses are those of the named proxies; undefined if none are named, which leaves it to the reader of logs. */
export function proxyTestFor(trustedProxies: readonly string[] | undefined): ProxyTest | undefined {
  return trustedProxies && createProxyCheck(trustedProxies);
}
