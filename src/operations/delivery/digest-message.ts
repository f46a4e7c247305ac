import type { Message } from '../../domain/channel.ts';
import { formatDate } from '../../domain/time.ts';
import { digestBrief } from '../digest/brief.ts';
import type { DigestContent } from '../digest/content.ts';
import { digestHtml } from '../digest/html.ts';
import { type SentAt, readIssue } from '../digest/issue.ts';
import type { DigestLinks } from '../digest/links.ts';
import { digestObject } from '../digest/object.ts';
import { digestSubject } from '../digest/subject.ts';
import { digestText } from '../digest/text.ts';
import { type Frame, unsubscribeLink } from './messages.ts';

/** The links of a digest, and when it is sent, as its foot says. */
export function digestLinks(
  frame: Pick<Frame, 'linkBase' | 'token'>,
  { weekday, hour, isOff = false }: SentAt,
): DigestLinks {
  const { linkBase } = frame;
  return {
    site: (id, { fromMs, untilMs }) =>
      `${linkBase}/sites/${id}?start=${formatDate(fromMs)}&end=${formatDate(untilMs - 1)}`,
    settings: `${linkBase}/settings/alerts`,
    unsubscribe: unsubscribeLink(frame),
    ...{ weekday, hour, isOff },
  };
}

/** To all sites on these days. Mails have a link to each site. */
function linkOf({ linkBase }: Frame, { fromMs, untilMs }: DigestContent): Message['link'] {
  if (linkBase === '') return undefined;
  return {
    label: 'See all sites',
    url: `${linkBase}/?start=${formatDate(fromMs)}&end=${formatDate(untilMs - 1)}`,
  };
}

/** A digest as each channel sends it: the document and its text to mails, a few lines to chats, the object to webhooks. */
export function digestMessage(frame: Frame, issueId: number, issue: string): Message {
  const { content, sentAt } = readIssue(issue);
  const links = digestLinks(frame, sentAt);
  return {
    id: `digest_${issueId}_channel_${frame.channelId}`,
    type: 'digest',
    atMs: frame.madeAtMs,
    title: digestSubject(content),
    text: digestText(content, links),
    brief: digestBrief(content),
    link: linkOf(frame, content),
    html: digestHtml(content, links),
    unsubscribe: links.unsubscribe,
    data: digestObject(content),
  };
}
