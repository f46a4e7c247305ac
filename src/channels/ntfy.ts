import { TargetRefused } from '../domain/channel.ts';
import { shortenedBytes, unlinked } from '../domain/plain-text.ts';
import type { WebSender } from './sender.ts';

/** A longer message becomes a file that is attached, or is refused where servers take none. */
const MOST_BYTES = 4_096;

/** What a topic of ntfy is called. */
const TOPIC = /^(.*\/)([-\w]{1,64})$/;

/** A topic of ntfy, published as JSON at the root of its server, since headers hold no Unicode. */
export const NTFY: WebSender = {
  takesUser: true,
  check({ pathname, search }) {
    if (!TOPIC.test(pathname) || search !== '')
      throw new TargetRefused(
        'the target must end with the name of a topic, such as https://ntfy.sh/my-topic',
      );
  },
  requestOf({ target }, { title, text, brief = text, link }) {
    const server = new URL(target);
    const [, folder = '/', topic = ''] = TOPIC.exec(server.pathname) ?? [];
    server.pathname = folder;
    const message = {
      topic,
      title: unlinked(title),
      message: shortenedBytes(unlinked(brief), MOST_BYTES),
      ...(link && { click: link.url }),
    };
    return { target: server.href, body: JSON.stringify(message) };
  },
};
