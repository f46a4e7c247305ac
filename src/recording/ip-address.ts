/** An IPv6 address has at most 45 characters; a zone, brackets and a port may come with it. */
const MAX_LENGTH = 80;

const BRACKETED = /^\[([^\]]*)\](?::\d{1,5})?$/;
const WITH_PORT = /^([\d.]+):\d{1,5}$/;
const ZONE = /%[\w.~-]+$/;
const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?!$)|$)){4}$/;

/** Whether the text is an IP address. It may have brackets, a port or a zone, as proxies write them. */
export function isIpAddress(text: string): boolean {
  if (text.length > MAX_LENGTH) return false;
  const bare = BRACKETED.exec(text)?.[1] ?? WITH_PORT.exec(text)?.[1] ?? text;
  return IPV4.test(bare) || isIpv6(bare.replace(ZONE, ''));
}

function isIpv6(text: string): boolean {
  return /^[\da-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`);
}
