import type { TimeRange } from '../../domain/date-range.ts';
import type { SentAt } from './issue.ts';

/** Where a digest leads, as absolute addresses or, in a preview, as paths; and when it is sent, as its foot says. */
export type DigestLinks = SentAt & {
  /** A site on some days. */
  readonly site: (siteId: string, days: TimeRange) => string;
  readonly settings: string;
  /** Undefined where nobody can unsubscribe. */
  readonly unsubscribe: string | undefined;
};
