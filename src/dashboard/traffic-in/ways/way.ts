import { type Sight, lacks, sees } from '../../parts/sight.ts';

/** What the commands of a way are made for. */
export type Aim = {
  readonly siteId: string;
  readonly domain: string;
  /** The web address of the service. */
  readonly origin: string;
  /** How a command is typed on the machine of the service. */
  readonly command: string;
  /** The text of the key, or what stands in its place. */
  readonly key: string;
};

/** What an owner does, in one sentence or two, and what they type or copy for it. Names between backticks are code. */
export type Step = {
  readonly title: string;
  readonly what: string;
  readonly code?: string;
  /** A file that the service serves below /senders. */
  readonly download?: string;
  /** What can be entered here, because the sender shows it to the owner. */
  readonly settings?: 'signature' | 'audience';
};

/** Where requests are recorded. */
export type Place = 'front' | 'application' | 'log';

export type Way = {
  /** In its address: `/sites/{id}/traffic-in/vercel`. */
  readonly id: string;
  readonly name: string;
  /** A few words about it, beside its name. */
  readonly hint: string;
  readonly place: Place;
  /** What else people may type who look for it, in small letters. */
  readonly words: string;
  /** The scope of the key that it needs, if it needs one. */
  readonly scope?: 'DRAIN' | 'COLLECT';
  /** The sources that it makes, by their kind and, of drains, their sender. */
  readonly source: (source: { readonly kind: string; readonly sender: string | null }) => boolean;
  /** Whether the service has to be reached from outside, over https with a certificate that everybody trusts. */
  readonly isFromOutside?: boolean;
  /** The part of the documentation that says more. */
  readonly guide: string;
  readonly steps: (aim: Aim) => readonly Step[];
  readonly sees: readonly Sight[];
};

/** Where a sender that has no headers of its own delivers to. */
export const drainUrl = ({ origin, key }: Pick<Aim, 'origin' | 'key'>): string => `${origin}/drain/${key}`;

/** The sources of a sender that delivers to the drain. */
export const drainOf =
  (...senders: readonly string[]): Way['source'] =>
  ({ kind, sender }) =>
    kind === 'DRAIN' && senders.includes(sender ?? '');

export const logFiles: Way['source'] = ({ kind }) => kind === 'LOG';

/** What code of the visited site is told by its environment. */
export const environmentOf = ({ origin, siteId, key }: Aim): string => `SITE_TRAFFIC_URL=${origin}
SITE_TRAFFIC_SITE=${siteId}
SITE_TRAFFIC_KEY=${key}`;

/** What code of the visited site, or in front of it, needs and makes. */
export const MIDDLEWARE = {
  scope: 'COLLECT',
  source: ({ kind }: { readonly kind: string }) => kind === 'MIDDLEWARE',
} as const;

/** The step after all others of what records as requests come in. */
export const tryIt = ({ domain }: Pick<Aim, 'domain'>): Step => ({
  title: 'Request a page as a bot would',
  what: 'It counts as a visit of GPTBot from outside OpenAI’s addresses, which is what it is.',
  code: `curl -A 'GPTBot/1.2' https://${domain}/`,
});

/** What most ways see alike. */
export const WHOLE_FACTS = sees('Status, bytes and address.', 'Errors and verification are complete.');

/** What is seen where the host makes an id for each request. */
export const once = (id: string): Sight =>
  sees('Each visit once.', `${id} is kept for 7 days, so repeats do not count.`);

/** What no code of a site knows. */
export const ANSWERED = lacks(
  'Only what your code answers.',
  'A cache or a CDN in front answers the rest unseen.',
);

/** What no log of a server knows. */
export const SERVED = lacks(
  'Only what your server answers.',
  'A cache or a CDN in front answers the rest unseen.',
);
