import type DataLoader from 'dataloader';
import type { Logger } from 'pino';
import type { Catalogue } from './catalogue/catalogue.ts';
import type { AccountCaps } from './domain/account-caps.ts';
import type { Alert, AlertListing, AlertRule, Mute, Note } from './domain/alert.ts';
import type { TimeRange } from './domain/date-range.ts';
import type { ChannelDeliveries, Messaging } from './domain/channel.ts';
import type { DrainSettings } from './domain/drain-settings.ts';
import type { Exclusions } from './domain/exclusions.ts';
import type { Passwords } from './domain/password.ts';
import type { Operation, Plan, PlanCatalogue } from './domain/plan.ts';
import type { PublicUrl } from './domain/public-url.ts';
import type { NumberedVersion } from './domain/robots-version.ts';
import type { Secrets } from './domain/secrets.ts';
import type { ShareLink, ShownBeside } from './domain/share-link.ts';
import type { AccessibleSite, Site } from './domain/site.ts';
import type { Source } from './domain/source.ts';
import type { Decision, RateLimiter } from './limits/rate-limiter.ts';
import type { Database } from './database/database.ts';

/**
 * The caller of a request, by kind; only authentication makes one, and the command line its operator. The callers of a kind
 * share their account's budgets, and those with a link the budgets of that link.
 */
export type Caller = { readonly accountId: number; readonly plan: Plan } & (
  | { readonly kind: 'reader' }
  /** A signed-in owner of the account, who may read and change it. Without a session, a trusted proxy signed them in. */
  | { readonly kind: 'owner'; readonly email: string; readonly sessionId: number | null }
  /** Someone at the command line of the server, who may read every site: no budgets, no limits of a plan. */
  | { readonly kind: 'operator' }
  /** A key that may record to one site, and nothing else: by the collector, or by a drain. */
  | { readonly kind: 'collector' | 'drainer'; readonly siteId: string; readonly keyId: number }
  | ShareCaller
);

/** Someone with a share link, who may view the counts of one site on the days of a range. */
export type ShareCaller = {
  readonly kind: 'share';
  readonly linkId: number;
  readonly siteId: string;
  readonly range: TimeRange;
  /** When the link expires. */
  readonly expiresAtMs: number;
} & ShownBeside;

/** What people are told of the service that they use. */
export type ServiceFacts = {
  /** How a command is typed, without its arguments: `site-traffic`. */
  readonly command: string;
  /** The contact for what only the operator can change: the setting SUPPORT_CONTACT. */
  readonly supportContact?: string | undefined;
};

/** The parts of a gateway. Tests pass their own clock and database. */
export type Parts = {
  readonly db: Database;
  readonly limiter: RateLimiter;
  readonly plans: PlanCatalogue;
  /** How many sites and keys an account may make; the usual numbers by default. */
  readonly accountCaps?: AccountCaps | undefined;
  readonly passwords: Passwords;
  /** What encrypts secrets that must be used again; undefined without SECRETS_KEY. */
  readonly secrets?: Secrets | undefined;
  /** What sends messages to the channels of owners; without it there are none. */
  readonly messaging?: Messaging | undefined;
  /** By default only the usual command. */
  readonly service?: ServiceFacts | undefined;
  readonly log: Logger;
  /** The wall clock, in milliseconds since 1970 UTC; read once per request. */
  readonly now: () => number;
  /** When the newest list of bots' address ranges was retrieved; null if none ever was, or if there are no lists. */
  readonly rangesUpdatedAtMs?: () => number | null;
  /** For how long a visitor counts as sent by an LLM product; 0 by default: nobody does. */
  readonly attributionMinutes?: number | undefined;
  /** The catalogue in use, which may be replaced; the installed one by default. */
  readonly catalogue?: (() => Catalogue) | undefined;
};

/** What a request asked of a budget. */
export type Spent = {
  /** Units, granted or not. */
  readonly requested: number;
  /** The last decision. */
  readonly decision: Decision;
};

/** Everything an authenticated request may use, the same for every door. */
export type RequestContext = Pick<
  Parts,
  'db' | 'limiter' | 'plans' | 'passwords' | 'secrets' | 'messaging' | 'log' | 'rangesUpdatedAtMs'
> & {
  readonly accountCaps: AccountCaps;
  readonly attributionMinutes: number;
  readonly service: ServiceFacts;
  /** What names are explained by: the catalogue that was in use when the request arrived. */
  readonly catalogue: Catalogue;
  /** The origin at which the caller reaches the service: PUBLIC_URL, what trusted proxies say, or the Host header. */
  readonly origin: () => string;
  /** What links into the dashboard begin with: PUBLIC_URL, or what trusted proxies say; empty if neither is known. */
  readonly linkBase: () => string;
  readonly requestId: string;
  /** When the request arrived; it defines "today" and "this month". */
  readonly nowMs: number;
  readonly caller: Caller;
  /** Authenticates the caller again. Throws if they are no longer who they were: what ends while a response is under way. */
  readonly readmit: () => Promise<void>;
  /** What the request asked of each budget that it used, for the rate-limit headers and the cost of a document. */
  readonly spent: Map<Operation, Spent>;
  readonly loaders: Loaders;
  /** Runs a read of many rows, after those that the request has begun, so that not all of their rows arrive at once. */
  readonly readLarge: <Result>(read: () => Promise<Result>) => Promise<Result>;
};

/** The connection of a request. A request without one comes from this process. */
export type Connection = {
  /** The client, whose invalid keys are limited; undefined if it is unknown. */
  readonly client: () => string | undefined;
  /** The users in the header of a trusted proxy. More than one are refused; other peers have none. */
  readonly users?: readonly string[];
  /** The origin at which the browser sent the request, as trusted proxies tell it; undefined if they do not. */
  readonly origin?: () => string | undefined;
  /** Breaks the connection, so that a truncated response does not look complete. */
  readonly cut: (cause: Error) => void;
};

/** The caller of a drain, the site of its key, and its settings. */
export type AdmittedDrain = {
  readonly ctx: RequestContext;
  readonly site: AccessibleSite<'drain'>;
  readonly settings: DrainSettings;
};

/** A request at a door, before its caller is known. */
export type Arrival = Pick<RequestContext, 'requestId' | 'nowMs'> &
  Partial<Pick<Connection, 'client' | 'cut'>> & {
    /** Where whoever sent it reaches the service with a browser. */
    readonly publicUrl: () => PublicUrl;
    /**
     * Whether the request names an owner: by the header of a trusted proxy, or by the cookie of a session, which may have
     * ended. Nothing is looked up.
     */
    readonly namesOwner: () => boolean;
    /** Throws ORIGIN_REFUSED, and logs why, unless a page of this service sends the request. */
    readonly requireOwnPage: () => void;
    /** Authenticates the caller, and reads the site that the request names. Throws a 401 code or RATE_LIMITED. */
    readonly admit: (siteId?: string) => Promise<RequestContext>;
    /**
     * Authenticates an owner by the header of a trusted proxy or, without one, by the cookie of a session. Undefined
     * without both, and with a key, which comes first. Throws SESSION_ENDED, PROXY_USER_REFUSED, RATE_LIMITED, and
     * ORIGIN_REFUSED if a page of another origin may have sent the request.
     */
    readonly admitOwner: (siteId?: string) => Promise<RequestContext | undefined>;
    /**
     * Authenticates someone with a share link, if the request names one and has no key. It comes before the owner, whose
     * browser may have opened the link. Throws SHARE_LINK_INVALID, RATE_LIMITED and ORIGIN_REFUSED.
     */
    readonly admitShare: () => Promise<RequestContext | undefined>;
    /**
     * Authenticates the caller by a key that drains, wherever the sender has put it, and reads its site and settings. Throws
     * as `authenticateDrain` does.
     */
    readonly admitDrain: (token: string) => Promise<AdmittedDrain>;
    /** Runs an operation of the request, so that it shows in a trace; missing if nothing is traced. */
    readonly inOperation?: <Result>(name: string, work: () => Promise<Result>) => Promise<Result>;
  };

export type Loaders = {
  /** The site with the id, whoever owns it: only `accessSite` decides who may use it. Undefined if there is none. */
  readonly site: DataLoader<string, Site | undefined>;
  /** Events dated in the current UTC month. */
  readonly eventsThisMonth: DataLoader<string, number>;
  /** When the first event of the site happened; undefined if it has none. */
  readonly firstEvent: DataLoader<AccessibleSite, number | undefined, string>;
  /** When the last event of the site happened; undefined if it has none. */
  readonly lastEvent: DataLoader<AccessibleSite, number | undefined, string>;
  /** The share links of the site that have not expired, newest first. */
  readonly shareLinks: DataLoader<string, readonly ShareLink[]>;
  /** How the messages of the channel went; undefined if it had none. */
  readonly deliveries: DataLoader<number, ChannelDeliveries | undefined>;
  /** What sends records of the site. */
  readonly sources: DataLoader<string, readonly Source[]>;
  /** For how many days the site keeps its events; null if its plan decides. */
  readonly retentionDays: DataLoader<string, number | null>;
  /** What the site excludes from recording. */
  readonly exclusions: DataLoader<string, Exclusions>;
  /** The alerts of a part of a list. */
  readonly alerts: DataLoader<AlertListing, readonly Alert[], string>;
  /** How sensitive the alerts of the site are, by kind. */
  readonly alertRules: DataLoader<AccessibleSite, readonly AlertRule[], string>;
  /** What is muted on the site, newest first. */
  readonly mutes: DataLoader<string, readonly Mute[]>;
  /** All notes of the site, newest first. */
  readonly notes: DataLoader<string, readonly Note[]>;
  /** The versions of the site's robots.txt, oldest first; without texts, what they say is empty. */
  readonly robotsVersions: DataLoader<
    { readonly site: AccessibleSite; readonly withText: boolean },
    readonly NumberedVersion[],
    string
  >;
  /** The usage of the account in the current UTC month. */
  readonly usageThisMonth: DataLoader<number, number>;
};
