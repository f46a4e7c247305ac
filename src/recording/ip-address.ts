import { bareAddress } from '../domain/bare-address.ts';

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** Whether the text is an IP address. It may have brackets, a port or a zone, as proxies write them. */
export function isIpAddress(text: string): boolean {
  const bare = bareAddress(text);
  return bare !== undefined && (IPV4.test(bare) || URL.canParse(`http://[${bare}]`));
}
