import { shortened, unlinked } from '../domain/plain-text.ts';
import type { Posted } from '../outgoing/post.ts';
import type { WebSender } from './sender.ts';

const MOST_TITLE = 256;
const MOST_TEXT = 4_096;

/** A webhook of Discord: an embed, in which what is Markdown is escaped, and nobody is mentioned. */
export const DISCORD: WebSender = {
  requestOf(_, { title, text, brief = text, link }) {
    const embed = {
      title: cut(escaped(unlinked(title)), MOST_TITLE),
      description: cut(escaped(unlinked(brief)), MOST_TEXT),
      ...(link && { url: link.url }),
    };
    return { body: JSON.stringify({ embeds: [embed], allowed_mentions: { parse: [] } }) };
  },
  retryAfterMs: retryAfterOf,
};

/** `{"retry_after": 0.65}`, in seconds. */
function retryAfterOf({ text }: Posted): number | undefined {
  try {
    const { retry_after: seconds } = JSON.parse(text) as { retry_after?: unknown };
    return typeof seconds === 'number' && seconds >= 0 ? seconds * 1_000 : undefined;
  } catch {
    return undefined;
  }
}

/** A dot in front of a space too: a line that begins with `1. ` is a list. */
function escaped(text: string): string {
  return text.replace(/[\\*_~`|<>[\]()#:@-]|\.(?=\s)/g, '\\$&');
}

/** Not between a backslash and what it escapes. */
function cut(text: string, most: number): string {
  const short = shortened(text, most);
  return short.endsWith('\\…') ? `${short.slice(0, -2)}…` : short;
}
