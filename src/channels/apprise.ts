import { TargetRefused } from '../domain/channel.ts';
import { unlinked } from '../domain/plain-text.ts';
import type { WebSender } from './sender.ts';

/** An Apprise API, which passes messages on to many other services. */
export const APPRISE: WebSender = {
  takesUser: true,
  check({ pathname }) {
    if (!/\/notify\/[^/]+\/?$/.test(pathname))
      throw new TargetRefused(
        'the target must be the notify address of an Apprise API: https://HOST/notify/KEY',
      );
  },
  requestOf(_, { title, text, brief = text, link }) {
    const body = unlinked(brief) + (link === undefined ? '' : `\n\n${link.label}: ${link.url}`);
    return { body: JSON.stringify({ title: unlinked(title), body, type: 'info', format: 'text' }) };
  },
};
