import type { Digest } from '../../domain/digest.ts';
import type { DigestContent } from './content.ts';

/** When digests are sent, as the foot of a mail says. One that is off is only sent by hand. */
export type SentAt = Pick<Digest, 'weekday' | 'hour'> & { readonly isOff?: boolean };

/** A digest as it is stored until all channels have it. */
export type DigestIssue = { readonly content: DigestContent; readonly sentAt: SentAt };

export function writeIssue(content: DigestContent, sentAt: SentAt): string {
  return JSON.stringify({ content, sentAt } satisfies DigestIssue);
}

export function readIssue(text: string): DigestIssue {
  return JSON.parse(text) as DigestIssue;
}
