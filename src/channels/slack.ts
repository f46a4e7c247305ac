import { shortened, unlinked } from '../domain/plain-text.ts';
import type { WebSender } from './sender.ts';

/** Of a text in a block. */
const MOST = 3_000;

/** An incoming webhook of Slack: texts are `plain_text`, in which nothing is markup; only our own link is. */
export const SLACK: WebSender = {
  requestOf(_, { title, text, link }) {
    const blocks = [
      block('plain_text', unlinked(title)),
      block('plain_text', unlinked(text)),
      ...(link === undefined ? [] : [block('mrkdwn', `<${link.url}|${link.label}>`)]),
    ];
    const body = { text: escaped(unlinked(title)), blocks, unfurl_links: false, unfurl_media: false };
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
