import { isDecodable } from '../domain/percent-encoding.ts';

/** The address of a server that sends mails, with user and password or without. Undefined for any other text. */
export function parseSmtpUrl(given: string): string | undefined {
  if (!URL.canParse(given)) return undefined;
  const { protocol, hostname, username, password, pathname, search, hash } = new URL(given);
  const isBare = ['', '/'].includes(pathname) && search === '' && hash === '';
  const isMail = ['smtp:', 'smtps:'].includes(protocol) && hostname !== '' && isBare;
  return isMail && isDecodable(username) && isDecodable(password) ? given : undefined;
}
