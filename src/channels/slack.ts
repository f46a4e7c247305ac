import { shortened, unlinked } from '../domain/plain-text.ts';
import type { WebSender } from './sender.ts';

/** Of a text in a block. */
const MOST = 3_000;

/** An incoming webhook of Slack: texts are `plain_text`, in which nothing is markup; only our own link is. */
export const SLACK: WebSender = {
  requestOf(_, { title, text, brief = text, link }) {
    const blocks = [
      block('plain_text', unlinked(title)),
      block('plain_text', unlinked(brief)),
      ...(link === undefined ? [] : [block('mrkdwn', `<${escaped(link.url)}|${escaped(link.label)}>`)]),
    ];
    // without mrkdwn, a * in the text of the notification would still make it bold
    const fallback = { text: escaped(unlinked(title)), mrkdwn: false };
    const body = { ...fallback, blocks, unfurl_links: false, unfurl_media: false };
    return { body: JSON.stringify(body) };
  },
};

function block(type: 'plain_text' | 'mrkdwn', text: string) {
  return {
    type: 'section',
    text: { type, text: shortened(text, MOST), ...(type === 'plain_text' && { emoji: false }) },
  };
}

/** The three characters that Slack reads in every text. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
