/** A real server of another language or platform, with a sender mounted in the small site of its folder in `apps/`. */
export type Host = {
  /** Such as "Flask on gunicorn". */
  readonly name: string;
  /** What holds the requests that were not sent yet: only what a disk or a database holds outlives a kill. */
  readonly holds: 'memory' | 'disk' | 'nothing';
  readonly start: (settings: HostSettings) => Promise<RunningHost>;
  /** The platform in front of such a site, which sets headers of its own, whatever the client sent. */
  readonly front?: {
    /** They differ for each request. */
    readonly headers: () => Readonly<Record<string, string>>;
    /** The client's address that they tell. */
    readonly address: string;
  };
  /** It runs before the answer is made, so that it cannot know the status. */
  readonly isBlindToStatus?: true;
};

/** What the site is told by its environment: SITE_TRAFFIC_URL, SITE_TRAFFIC_SITE and SITE_TRAFFIC_KEY. */
export type HostSettings = {
  /** Where requests are sent. Without it the sender is mounted and not configured. */
  readonly collector?: Collector;
  /** Serves the same site without the sender. */
  readonly isPlain?: boolean;
  /** Takes the client's address from the headers of a proxy. */
  readonly trustsProxy?: boolean;
};

export type Collector = { readonly url: string; readonly site: string; readonly key: string };

/** Its pages: /guide and /p/1, /p/2, …; /wait takes 10 ms; /stream in two parts; /broken throws; all else is 404. */
export type RunningHost = {
  readonly url: string;
  /** All that it printed and logged so far. */
  readonly output: () => string;
  /** Resident memory of all of its processes, in MB. */
  readonly memoryMb: () => number;
  /** Ends it as its operator does, and waits. */
  readonly stop: () => Promise<void>;
  /** Ends all of its processes without any warning. */
  readonly kill: () => Promise<void>;
  /** Makes a sender send that is started by something else than a request, such as cron. */
  readonly flush?: () => Promise<void>;
};
