/** The address of a server that sends mails, with user and password or without. Undefined for any other text. */
export function parseSmtpUrl(given: string): string | undefined {
  if (!URL.canParse(given)) return undefined;
  const { protocol, hostname, pathname, search, hash } = new URL(given);
  const isBare = ['', '/'].includes(pathname) && search === '' && hash === '';
  return ['smtp:', 'smtps:'].includes(protocol) && hostname !== '' && isBare ? given : undefined;
}
