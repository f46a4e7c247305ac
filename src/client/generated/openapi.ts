export interface components {
  schemas: {
    /**
     * @description bot: a crawler took a page; referral: a click from an LLM product; conversion: a goal was reached.
     * @enum {string}
     */
    readonly EventType: 'bot' | 'referral' | 'conversion';
    readonly NewItem:
      | components['schemas']['NewBotVisit']
      | components['schemas']['NewReferral']
      | components['schemas']['NewConversion']
      | components['schemas']['NewRequest'];
    readonly NewBotVisit: {
      /** @constant */
      readonly type: 'bot';
      /** @description The page; kept verbatim. */
      readonly page_path: string;
      /** @description ISO 3166-1 alpha-2. By default that of `address`, or XX. */
      readonly country?: string | null;
      /**
       * @description The IP address of the client, which tells its country, the verdict on a bot and, with `user_agent`, who a visitor is. It is not stored.
       * @example 203.0.113.9
       */
      readonly address?: string | null;
      /**
       * @description When it happened: ISO 8601 with a zone, cut to milliseconds. By default now.
       * @example 2026-03-15T12:34:56.789Z
       */
      readonly created_at?: string | null;
      /** @description Ignored, so that a listed event can be sent. */
      readonly id?: unknown;
      /** @description With `bot_company`, or else `user_agent`. */
      readonly bot_name?: string | null;
      readonly bot_company?: string | null;
      /** @description The User-Agent of a listed AI bot. */
      readonly user_agent?: string | null;
      /** @description The HTTP status of the response. */
      readonly status?: number | null;
      /** @description The size of the response. More than 2^40 bytes (1 TiB) count as not told. */
      readonly bytes?: number | null;
    };
    readonly NewReferral: {
      /** @constant */
      readonly type: 'referral';
      /** @description The page; kept verbatim. */
      readonly page_path: string;
      /** @description ISO 3166-1 alpha-2. By default that of `address`, or XX. */
      readonly country?: string | null;
      /**
       * @description The IP address of the client, which tells its country, the verdict on a bot and, with `user_agent`, who a visitor is. It is not stored.
       * @example 203.0.113.9
       */
      readonly address?: string | null;
      /**
       * @description When it happened: ISO 8601 with a zone, cut to milliseconds. By default now.
       * @example 2026-03-15T12:34:56.789Z
       */
      readonly created_at?: string | null;
      /** @description Ignored, so that a listed event can be sent. */
      readonly id?: unknown;
      /** @description The LLM product, or else `referrer`. */
      readonly source?: string | null;
      /** @description The address of a page of a listed LLM product. */
      readonly referrer?: string | null;
      /** @description The User-Agent of the visitor. With `address` it connects a conversion with the referral before it. It is not stored. */
      readonly user_agent?: string | null;
      /** @description The HTTP status of the response. */
      readonly status?: number | null;
    };
    readonly NewConversion: {
      /** @constant */
      readonly type: 'conversion';
      /** @description The page; kept verbatim. */
      readonly page_path: string;
      /** @description ISO 3166-1 alpha-2. By default that of `address`, or XX. */
      readonly country?: string | null;
      /**
       * @description The IP address of the client, which tells its country, the verdict on a bot and, with `user_agent`, who a visitor is. It is not stored.
       * @example 203.0.113.9
       */
      readonly address?: string | null;
      /**
       * @description When it happened: ISO 8601 with a zone, cut to milliseconds. By default now.
       * @example 2026-03-15T12:34:56.789Z
       */
      readonly created_at?: string | null;
      /** @description Ignored, so that a listed event can be sent. */
      readonly id?: unknown;
      readonly event_name: string;
      readonly event_value?: number | null;
      /** @description The LLM product that sent the visitor. By default that of the last referral of the same `address` and `user_agent`. */
      readonly source?: string | null;
      /** @description The User-Agent of the visitor. With `address` it connects a conversion with the referral before it. It is not stored. */
      readonly user_agent?: string | null;
    };
    /** @description A request as an access log shows it. It becomes the events that it is, or is skipped. */
    readonly NewRequest: {
      /** @constant */
      readonly type: 'request';
      readonly method: string;
      /** @description The path with its query. */
      readonly target: string;
      readonly status?: number | null;
      /** @description The size of the response. More than 2^40 bytes (1 TiB) count as not told. */
      readonly bytes?: number | null;
      readonly user_agent?: string | null;
      readonly referrer?: string | null;
      readonly host?: string | null;
      /**
       * @description The IP address of the client, which tells its country, the verdict on a bot and, with `user_agent`, who a visitor is. It is not stored.
       * @example 203.0.113.9
       */
      readonly address?: string | null;
      /**
       * @description When it happened: ISO 8601 with a zone, cut to milliseconds. By default now.
       * @example 2026-03-15T12:34:56.789Z
       */
      readonly created_at?: string | null;
      /** @description "https", which is the default, or "http". */
      readonly scheme?: unknown;
      /** @description The header Signature, Signature-Input or Signature-Agent as it was sent (Web Bot Auth). Never refused: what is no text, or longer than 4,096 octets, counts as absent. */
      readonly signature?: unknown;
      /** @description The header Signature, Signature-Input or Signature-Agent as it was sent (Web Bot Auth). Never refused: what is no text, or longer than 4,096 octets, counts as absent. */
      readonly signature_input?: unknown;
      /** @description The header Signature, Signature-Input or Signature-Agent as it was sent (Web Bot Auth). Never refused: what is no text, or longer than 4,096 octets, counts as absent. */
      readonly signature_agent?: unknown;
      /** @description The id that your host or CDN made for the request, such as a CF-Ray; never one that a client can choose. A request counts once in a site, whichever way it comes. */
      readonly id?: string | null;
    };
    /**
     * @example {
     *       "sites": [
     *         {
     *           "id": "site_3avtamf2x1mphb64",
     *           "domain": "example.com",
     *           "name": "Example",
     *           "events_this_month": 6238,
     *           "created_at": "2026-01-22T14:55:26.997Z"
     *         }
     *       ]
     *     }
     */
    readonly Sites: {
      /** @description Your sites, oldest first. */
      readonly sites: readonly components['schemas']['Site'][];
    };
    readonly Site: {
      /** @description The `siteId` of the other endpoints. */
      readonly id: string;
      /** @description A host name, without scheme, path or port. */
      readonly domain: string;
      /** @description What its owner calls it. */
      readonly name: string;
      /** @description Events dated in the current UTC month, whenever they were recorded. Null only while the node of a cluster that holds them is unreachable. */
      readonly events_this_month: number | null;
      /**
       * Format: date-time
       * @description When the site was created, in UTC.
       */
      readonly created_at: string;
    };
    /**
     * @example {
     *       "granularity": "day",
     *       "data": [
     *         {
     *           "date": "2026-03-15",
     *           "bot_visits": 120,
     *           "referrals": 14,
     *           "conversions": 0
     *         }
     *       ]
     *     }
     */
    readonly Timeseries: components['schemas']['DailyTimeseries'] | components['schemas']['HourlyTimeseries'];
    readonly DailyTimeseries: {
      /** @constant */
      readonly granularity: 'day';
      /** @description A point for each day or hour of the range, in order. */
      readonly data: readonly components['schemas']['DailyPoint'][];
      /** @description With compare: a point of the earlier period for each point of data, in the same order. They are whole: do not compare them with points of data that end after complete_until. */
      readonly previous?: readonly components['schemas']['DailyPoint'][];
      /**
       * Format: date-time
       * @description With compare: the end of the range, or the arrival of the request if that is earlier.
       */
      readonly complete_until?: string;
    };
    readonly DailyPoint: {
      /**
       * Format: date
       * @description A UTC day.
       */
      readonly date: string;
      /** @description Visits of AI bots. */
      readonly bot_visits: number;
      /** @description Clicks from LLM products. */
      readonly referrals: number;
      /** @description Goals reached. */
      readonly conversions: number;
    };
    readonly HourlyTimeseries: {
      /** @constant */
      readonly granularity: 'hour';
      /** @description A point for each day or hour of the range, in order. */
      readonly data: readonly components['schemas']['HourlyPoint'][];
      /** @description With compare: a point of the earlier period for each point of data, in the same order. They are whole: do not compare them with points of data that end after complete_until. */
      readonly previous?: readonly components['schemas']['HourlyPoint'][];
      /**
       * Format: date-time
       * @description With compare: the end of the range, or the arrival of the request if that is earlier.
       */
      readonly complete_until?: string;
    };
    readonly HourlyPoint: {
      /** @description The beginning of a UTC hour. */
      readonly datetime: string;
      /** @description Visits of AI bots. */
      readonly bot_visits: number;
      /** @description Clicks from LLM products. */
      readonly referrals: number;
      /** @description Goals reached. */
      readonly conversions: number;
    };
    /**
     * @example {
     *       "period": {
     *         "start": "2026-03-08",
     *         "end": "2026-03-15"
     *       },
     *       "totals": {
     *         "bot_visits": 120,
     *         "referrals": 14,
     *         "conversions": 3
     *       },
     *       "bot_breakdown": [
     *         {
     *           "bot_name": "GPTBot",
     *           "bot_company": "OpenAI",
     *           "count": 120
     *         }
     *       ],
     *       "referral_breakdown": [
     *         {
     *           "source": "chatgpt",
     *           "count": 14
     *         }
     *       ],
     *       "conversion_breakdown": [
     *         {
     *           "event_name": "purchase",
     *           "count": 3,
     *           "value": 149.7
     *         }
     *       ]
     *     }
     */
    readonly Stats: {
      /** @description The range, in UTC days, inclusive. */
      readonly period: {
        /** Format: date */
        readonly start: string;
        /** Format: date */
        readonly end: string;
      };
      /** @description Everything in the range. */
      readonly totals: {
        /** @description Visits of AI bots. */
        readonly bot_visits: number;
        /** @description Clicks from LLM products. */
        readonly referrals: number;
        /** @description Goals reached. */
        readonly conversions: number;
      };
      /** @description Visits by bot, largest first. */
      readonly bot_breakdown: readonly components['schemas']['BotCount'][];
      /** @description Clicks by LLM product, largest first. */
      readonly referral_breakdown: readonly components['schemas']['SourceCount'][];
      /** @description Conversions by name, largest first. */
      readonly conversion_breakdown: readonly components['schemas']['ConversionCount'][];
      /** @description With compare: the totals up to the last full hour, and those of the earlier period as far into it. */
      readonly comparison?: {
        /** Format: date-time */
        readonly until: string;
        readonly totals: {
          /** @description Visits of AI bots. */
          readonly bot_visits: number;
          /** @description Clicks from LLM products. */
          readonly referrals: number;
          /** @description Goals reached. */
          readonly conversions: number;
        };
        /** @description The range, in UTC days, inclusive. */
        readonly previous_period: {
          /** Format: date */
          readonly start: string;
          /** Format: date */
          readonly end: string;
        };
        readonly previous_totals: {
          /** @description Visits of AI bots. */
          readonly bot_visits: number;
          /** @description Clicks from LLM products. */
          readonly referrals: number;
          /** @description Goals reached. */
          readonly conversions: number;
        };
      };
      /** @description With compare: visits by bot on the full days of the period, those before today, beside the corresponding days before; also bots that came only then, with a count of 0. bot_breakdown has all days of the period. */
      readonly compared_bot_breakdown?: readonly {
        readonly bot_name: string;
        readonly bot_company: string;
        readonly count: number;
        /**
         * @description Why a bot fetches pages, as its operator says. training: to train models; search: for the index of a search; user: to answer a question of one user; agent: to carry out a task of a user; other: something else, or not known.
         * @enum {string}
         */
        readonly purpose?: 'training' | 'search' | 'user' | 'agent' | 'other';
        /** @description Visits by whether they are shown to be of the operator of the bot; they add up to the visits. signed: by their signature, of its company; else by their address. verified: in a range that the operator publishes; outside: in none, which does not mean a fake for the purposes user and agent; no_list: there are no ranges to compare with; unknown: recorded without an address. */
        readonly verification?: {
          readonly signed: number;
          readonly verified: number;
          readonly outside: number;
          readonly no_list: number;
          readonly unknown: number;
        };
        /** @description Bot visits with a status of 400 or above. */
        readonly failed?: number;
        /** @description Bytes sent, as far as they were recorded, at most 2^53-1; null if they never were. */
        readonly bytes?: number | null;
        readonly previous_count: number;
      }[];
      readonly purposes?: readonly {
        /**
         * @description Why a bot fetches pages, as its operator says. training: to train models; search: for the index of a search; user: to answer a question of one user; agent: to carry out a task of a user; other: something else, or not known.
         * @enum {string}
         */
        readonly purpose: 'training' | 'search' | 'user' | 'agent' | 'other';
        readonly count: number;
      }[];
      /** @description Visits by HTTP status, largest first; null: recorded without one. */
      readonly statuses?: readonly {
        readonly status: number | null;
        readonly count: number;
      }[];
      /** @description Visits by whether they are shown to be of the operator of the bot; they add up to the visits. signed: by their signature, of its company; else by their address. verified: in a range that the operator publishes; outside: in none, which does not mean a fake for the purposes user and agent; no_list: there are no ranges to compare with; unknown: recorded without an address. */
      readonly verification?: {
        readonly signed: number;
        readonly verified: number;
        readonly outside: number;
        readonly no_list: number;
        readonly unknown: number;
      };
      /** @description Bot visits with a status of 400 or above. */
      readonly failed?: number;
      /** @description Bytes sent, as far as they were recorded, at most 2^53-1; null if they never were. */
      readonly bytes?: number | null;
    };
    readonly BotCount: {
      readonly bot_name: string;
      readonly bot_company: string;
      readonly count: number;
      /**
       * @description Why a bot fetches pages, as its operator says. training: to train models; search: for the index of a search; user: to answer a question of one user; agent: to carry out a task of a user; other: something else, or not known.
       * @enum {string}
       */
      readonly purpose?: 'training' | 'search' | 'user' | 'agent' | 'other';
      /** @description Visits by whether they are shown to be of the operator of the bot; they add up to the visits. signed: by their signature, of its company; else by their address. verified: in a range that the operator publishes; outside: in none, which does not mean a fake for the purposes user and agent; no_list: there are no ranges to compare with; unknown: recorded without an address. */
      readonly verification?: {
        readonly signed: number;
        readonly verified: number;
        readonly outside: number;
        readonly no_list: number;
        readonly unknown: number;
      };
      /** @description Bot visits with a status of 400 or above. */
      readonly failed?: number;
      /** @description Bytes sent, as far as they were recorded, at most 2^53-1; null if they never were. */
      readonly bytes?: number | null;
    };
    readonly SourceCount: {
      readonly source: string;
      readonly count: number;
      /** @description Conversions of visitors that it sent, in the range. */
      readonly conversions?: number;
      /** @description The sum of the values; 0 without any. */
      readonly value?: number;
    };
    readonly ConversionCount: {
      readonly event_name: string;
      readonly count: number;
      /** @description The sum of the values; 0 without any. */
      readonly value: number;
    };
    /**
     * @example {
     *       "events": [
     *         {
     *           "id": 7,
     *           "type": "bot",
     *           "page_path": "/pricing",
     *           "country": "US",
     *           "created_at": "2026-03-15T12:34:56.789Z",
     *           "bot_name": "GPTBot",
     *           "bot_company": "OpenAI"
     *         }
     *       ],
     *       "next_cursor": null
     *     }
     */
    readonly EventsPage: {
      /** @description Newest first. */
      readonly events: readonly components['schemas']['Event'][];
      /** @description The `cursor` of the next page; null on the last one. */
      readonly next_cursor: string | null;
    };
    readonly Event:
      | components['schemas']['BotVisit']
      | components['schemas']['Referral']
      | components['schemas']['Conversion'];
    readonly BotVisit: {
      /** @description Unique among all events. */
      readonly id: number;
      /** @description The page; begins with "/". */
      readonly page_path: string;
      /** @description ISO 3166-1 alpha-2; XX if it is unknown. */
      readonly country: string;
      /**
       * Format: date-time
       * @description When it happened, in UTC.
       */
      readonly created_at: string;
      /** @constant */
      readonly type: 'bot';
      /** @description The bot, such as GPTBot. */
      readonly bot_name: string;
      /** @description Who runs it, such as OpenAI. */
      readonly bot_company: string;
      /** @description HTTP status; null if it was not recorded. */
      readonly status?: number | null;
      /** @description Of the response; null if it was not recorded. */
      readonly bytes?: number | null;
      /**
       * @description Whether it is shown to be of its operator; see `verification` of the stats.
       * @enum {string}
       */
      readonly verdict?: 'signed' | 'verified' | 'outside' | 'no-list' | 'unknown';
      /** @description What became of its signature (Web Bot Auth); null if it was recorded without one. */
      readonly signature?: ('valid' | 'expired' | 'invalid' | 'unknown-key' | 'unchecked') | null;
      /** @description The host of the directory whose key verified it; null unless it is valid. */
      readonly signer?: string | null;
    };
    readonly Referral: {
      /** @description Unique among all events. */
      readonly id: number;
      /** @description The page; begins with "/". */
      readonly page_path: string;
      /** @description ISO 3166-1 alpha-2; XX if it is unknown. */
      readonly country: string;
      /**
       * Format: date-time
       * @description When it happened, in UTC.
       */
      readonly created_at: string;
      /** @constant */
      readonly type: 'referral';
      /** @description The LLM product, such as chatgpt. */
      readonly source: string;
      /** @description HTTP status; null if it was not recorded. */
      readonly status?: number | null;
    };
    readonly Conversion: {
      /** @description Unique among all events. */
      readonly id: number;
      /** @description The page; begins with "/". */
      readonly page_path: string;
      /** @description ISO 3166-1 alpha-2; XX if it is unknown. */
      readonly country: string;
      /**
       * Format: date-time
       * @description When it happened, in UTC.
       */
      readonly created_at: string;
      /** @constant */
      readonly type: 'conversion';
      /** @description The goal, such as purchase. */
      readonly event_name: string;
      /** @description Null if no value was set. */
      readonly event_value: number | null;
      /** @description The LLM product that sent the visitor; null if none did, or if that is not known: see attribution_since of the coverage. */
      readonly source?: string | null;
    };
    /**
     * @example {
     *       "pages": [
     *         {
     *           "page_path": "/pricing",
     *           "bot_visits": 48,
     *           "referrals": 9,
     *           "conversions": 2,
     *           "failed": 1,
     *           "bytes": 592921,
     *           "sitemap": "read"
     *         }
     *       ],
     *       "next_cursor": null
     *     }
     */
    readonly PagesList: {
      /** @description Largest count first. */
      readonly pages: readonly {
        readonly page_path: string;
        readonly bot_visits: number;
        readonly referrals: number;
        readonly conversions: number;
        /** @description Bot visits with a status of 400 or above. */
        readonly failed: number;
        /** @description Bytes sent, as far as they were recorded, at most 2^53-1; null if they never were. */
        readonly bytes: number | null;
        /** @description How it stands in the list of the site's pages, by the same visits as these counts; null if the site has no list. */
        readonly sitemap: ('read' | 'stale' | 'unread' | 'not-listed') | null;
      }[];
      /** @description The `cursor` of the next page; null on the last one. */
      readonly next_cursor: string | null;
    };
    /**
     * @example {
     *       "companies": [
     *         {
     *           "company": "OpenAI",
     *           "bot_visits": 120,
     *           "purposes": [
     *             {
     *               "purpose": "training",
     *               "count": 120
     *             }
     *           ],
     *           "verification": {
     *             "signed": 0,
     *             "verified": 110,
     *             "outside": 0,
     *             "no_list": 0,
     *             "unknown": 10
     *           },
     *           "failed": 4,
     *           "bytes": 1482304,
     *           "referrals": 14,
     *           "visits_per_referral": 8.571428571428571,
     *           "conversions": 3,
     *           "value": 149.7,
     *           "previous_bot_visits": null,
     *           "previous_referrals": null
     *         }
     *       ]
     *     }
     */
    readonly Companies: {
      /** @description By visits, then referrals, largest first. */
      readonly companies: readonly {
        readonly company: string;
        readonly bot_visits: number;
        readonly purposes: readonly {
          /**
           * @description Why a bot fetches pages, as its operator says. training: to train models; search: for the index of a search; user: to answer a question of one user; agent: to carry out a task of a user; other: something else, or not known.
           * @enum {string}
           */
          readonly purpose: 'training' | 'search' | 'user' | 'agent' | 'other';
          readonly count: number;
        }[];
        /** @description Visits by whether they are shown to be of the operator of the bot; they add up to the visits. signed: by their signature, of its company; else by their address. verified: in a range that the operator publishes; outside: in none, which does not mean a fake for the purposes user and agent; no_list: there are no ranges to compare with; unknown: recorded without an address. */
        readonly verification: {
          readonly signed: number;
          readonly verified: number;
          readonly outside: number;
          readonly no_list: number;
          readonly unknown: number;
        };
        /** @description Bot visits with a status of 400 or above. */
        readonly failed: number;
        /** @description Bytes sent, as far as they were recorded, at most 2^53-1; null if they never were. */
        readonly bytes: number | null;
        /** @description Clicks from its LLM products. */
        readonly referrals: number;
        /** @description What it takes for each click it sends; null without clicks. */
        readonly visits_per_referral: number | null;
        /** @description Conversions of visitors that its LLM products sent. */
        readonly conversions: number;
        /** @description The sum of their values; 0 without any. */
        readonly value: number;
        /** @description On the corresponding days before; null without compare. */
        readonly previous_bot_visits: number | null;
        /** @description On the corresponding days before; null without compare. */
        readonly previous_referrals: number | null;
      }[];
    };
    /**
     * @example {
     *       "countries": [
     *         {
     *           "country": "US",
     *           "bot_visits": 120,
     *           "referrals": 9,
     *           "conversions": 3
     *         }
     *       ]
     *     }
     */
    readonly Countries: {
      /** @description By bot visits, referrals and conversions, largest first. */
      readonly countries: readonly {
        /** @description ISO 3166-1 alpha-2; XX if it is unknown. */
        readonly country: string;
        /** @description Visits of AI bots. */
        readonly bot_visits: number;
        /** @description Clicks from LLM products. */
        readonly referrals: number;
        /** @description Goals reached. */
        readonly conversions: number;
      }[];
    };
    /**
     * @example {
     *       "bot_name": "GPTBot",
     *       "bot_company": "OpenAI",
     *       "purpose": "training",
     *       "visits": 48,
     *       "failed": 1,
     *       "bytes": 592921,
     *       "verification": {
     *         "signed": 0,
     *         "verified": 40,
     *         "outside": 0,
     *         "no_list": 0,
     *         "unknown": 8
     *       },
     *       "signers": [],
     *       "signatures": {
     *         "valid": 0,
     *         "expired": 0,
     *         "invalid": 0,
     *         "unknown_key": 0,
     *         "unchecked": 0
     *       },
     *       "first_seen_at": "2026-01-22T14:56:01.003Z",
     *       "last_seen_at": "2026-03-15T12:34:56.789Z",
     *       "documentation_url": "https://developers.openai.com/api/docs/bots",
     *       "robots_txt": "GPTBot",
     *       "statuses": [
     *         {
     *           "status": 200,
     *           "count": 47
     *         },
     *         {
     *           "status": 404,
     *           "count": 1
     *         }
     *       ],
     *       "obedience": null,
     *       "pages": [
     *         {
     *           "page_path": "/pricing",
     *           "bot_visits": 48,
     *           "referrals": 0,
     *           "conversions": 0,
     *           "failed": 1,
     *           "bytes": 592921,
     *           "sitemap": "read"
     *         }
     *       ],
     *       "timeseries": [
     *         {
     *           "date": "2026-03-15",
     *           "bot_visits": 48,
     *           "referrals": 0,
     *           "conversions": 0
     *         }
     *       ]
     *     }
     */
    readonly BotProfile: {
      readonly bot_name: string;
      /** @description Who runs it; null if it never came to the site. */
      readonly bot_company: string | null;
      /**
       * @description Why a bot fetches pages, as its operator says. training: to train models; search: for the index of a search; user: to answer a question of one user; agent: to carry out a task of a user; other: something else, or not known.
       * @enum {string}
       */
      readonly purpose: 'training' | 'search' | 'user' | 'agent' | 'other';
      readonly visits: number;
      /** @description Bot visits with a status of 400 or above. */
      readonly failed: number;
      /** @description Bytes sent, as far as they were recorded, at most 2^53-1; null if they never were. */
      readonly bytes: number | null;
      /** @description Visits by whether they are shown to be of the operator of the bot; they add up to the visits. signed: by their signature, of its company; else by their address. verified: in a range that the operator publishes; outside: in none, which does not mean a fake for the purposes user and agent; no_list: there are no ranges to compare with; unknown: recorded without an address. */
      readonly verification: {
        readonly signed: number;
        readonly verified: number;
        readonly outside: number;
        readonly no_list: number;
        readonly unknown: number;
      };
      /** @description Who signed visits, by most visits; by the host of their keys. */
      readonly signers: readonly {
        readonly host: string;
        readonly visits: number;
      }[];
      /** @description The visits that carry a signature, by what became of it. */
      readonly signatures: {
        readonly valid: number;
        readonly expired: number;
        readonly invalid: number;
        readonly unknown_key: number;
        readonly unchecked: number;
      };
      /** @description Its first visit ever; null if it never came. */
      readonly first_seen_at: string | null;
      readonly last_seen_at: string | null;
      /** @description A page about the bot. */
      readonly documentation_url: string | null;
      /** @description Its token for robots.txt, if its operator documents one. */
      readonly robots_txt: string | null;
      /** @description Visits by HTTP status, largest first; null: recorded without one. */
      readonly statuses: readonly {
        readonly status: number | null;
        readonly count: number;
      }[];
      /** @description What its visits are by robots.txt; null without visits that were checked. */
      readonly obedience: {
        readonly bot_name: string;
        readonly bot_company: string;
        /**
         * @description Why a bot fetches pages, as its operator says. training: to train models; search: for the index of a search; user: to answer a question of one user; agent: to carry out a task of a user; other: something else, or not known.
         * @enum {string}
         */
        readonly purpose: 'training' | 'search' | 'user' | 'agent' | 'other';
        /** @description As its operator documents; null if it documents nothing. */
        readonly follows_robots: boolean | null;
        /** @description The visits that were checked; allowed, against and unknown add up to them. */
        readonly visits: number;
        /** @description Those that robots.txt allowed. */
        readonly allowed: number;
        /** @description Those that it forbade. */
        readonly against: number;
        /** @description Those of which it is not known. */
        readonly unknown: number;
        /** @description When it last read robots.txt by the end of the range. */
        readonly last_read_at: string | null;
        /** @description The number of the version that it read then. */
        readonly last_read_version: number | null;
        /** @description The ten that it broke most. */
        readonly rules: readonly {
          /** @description As it was written. */
          readonly rule: string;
          /** @description The names of its group, as its User-agent lines have them: "CCBot, Amazonbot". */
          readonly group: string;
          readonly line: number;
          /** @description The number of its version: the newest that the bots may have relied on. */
          readonly version: number;
          readonly visits: number;
          /** @description The bots that broke it, those of most visits first. */
          readonly bots: readonly string[];
          /** @description The five pages on which it was broken most. */
          readonly pages: readonly {
            readonly page_path: string;
            readonly visits: number;
          }[];
        }[];
      } | null;
      /** @description The pages that it visited most. */
      readonly pages: readonly {
        readonly page_path: string;
        readonly bot_visits: number;
        readonly referrals: number;
        readonly conversions: number;
        /** @description Bot visits with a status of 400 or above. */
        readonly failed: number;
        /** @description Bytes sent, as far as they were recorded, at most 2^53-1; null if they never were. */
        readonly bytes: number | null;
        /** @description How it stands in the list of the site's pages, by the same visits as these counts; null if the site has no list. */
        readonly sitemap: ('read' | 'stale' | 'unread' | 'not-listed') | null;
      }[];
      /** @description A point for each day or hour of the range, in order. */
      readonly timeseries: readonly (
        components['schemas']['DailyPoint'] | components['schemas']['HourlyPoint']
      )[];
    };
    /**
     * @example {
     *       "unlisted_robots": [
     *         {
     *           "token": "bingbot",
     *           "visits": 31,
     *           "first_seen_at": "2026-01-22T14:56:01.003Z",
     *           "last_seen_at": "2026-03-15T12:34:56.789Z",
     *           "documentation_url": "http://www.bing.com/bingbot.htm"
     *         }
     *       ]
     *     }
     */
    readonly UnlistedRobots: {
      /** @description Those of most visits first, at most 1,000, and then "(others)". */
      readonly unlisted_robots: readonly {
        /** @description What the robot calls itself; "(others)" stands for those beyond the first 200 of a day. */
        readonly token: string;
        readonly visits: number;
        /**
         * Format: date-time
         * @description On any day.
         */
        readonly first_seen_at: string;
        /** Format: date-time */
        readonly last_seen_at: string;
        /** @description A page about it; null if none is known. */
        readonly documentation_url: string | null;
      }[];
    };
    /**
     * @example {
     *       "robots_versions": [
     *         {
     *           "id": 7,
     *           "number": 1,
     *           "since": "2026-03-01T00:00:00.000Z",
     *           "until": null,
     *           "origin": "fetched",
     *           "text": "User-agent: *\nContent-Signal: ai-train=no\nDisallow: /private/\n",
     *           "signals": [
     *             "ai-train=no"
     *           ],
     *           "invalid_lines": []
     *         }
     *       ]
     *     }
     */
    readonly RobotsVersions: {
      /** @description Oldest first. */
      readonly robots_versions: readonly {
        readonly id: number;
        /** @description Its number among the versions, by time. */
        readonly number: number;
        /**
         * Format: date-time
         * @description When it came into force.
         */
        readonly since: string;
        /** @description When the next version came into force; null for the current one. */
        readonly until: string | null;
        /**
         * @description From the address of the site, from a file, or pasted.
         * @enum {string}
         */
        readonly origin: 'fetched' | 'file' | 'pasted';
        /** @description At most its first 500 KiB. */
        readonly text: string;
        /** @description The values of its Content-Signal lines: at most the first 100, with 4,000 characters together. If there are others, the last value says how many: "3 more". */
        readonly signals: readonly string[];
        /** @description The lines that every crawler ignores, from 1, at most the first thousand: what is not a valid line, and rules before the first group. */
        readonly invalid_lines: readonly number[];
      }[];
    };
    /**
     * @example {
     *       "judged_until": "2026-03-15T12:34:56.789Z",
     *       "visits": 48,
     *       "allowed": 40,
     *       "against": 7,
     *       "unknown": 1,
     *       "bots": [
     *         {
     *           "bot_name": "GPTBot",
     *           "bot_company": "OpenAI",
     *           "purpose": "training",
     *           "follows_robots": true,
     *           "visits": 48,
     *           "allowed": 40,
     *           "against": 7,
     *           "unknown": 1,
     *           "last_read_at": "2026-03-15T08:00:00.000Z",
     *           "last_read_version": 3,
     *           "rules": [
     *             {
     *               "rule": "Disallow: /private/",
     *               "group": "GPTBot",
     *               "line": 2,
     *               "version": 3,
     *               "visits": 7,
     *               "bots": [
     *                 "GPTBot"
     *               ],
     *               "pages": [
     *                 {
     *                   "page_path": "/private/plans",
     *                   "visits": 7
     *                 }
     *               ]
     *             }
     *           ]
     *         }
     *       ],
     *       "rules": [
     *         {
     *           "rule": "Disallow: /private/",
     *           "group": "GPTBot",
     *           "line": 2,
     *           "version": 3,
     *           "visits": 7,
     *           "bots": [
     *             "GPTBot"
     *           ],
     *           "pages": [
     *             {
     *               "page_path": "/private/plans",
     *               "visits": 7
     *             }
     *           ]
     *         }
     *       ]
     *     }
     */
    readonly Obedience: {
      /** @description Visits up to this time have been checked; later ones are not counted here. Null if none ever was checked. */
      readonly judged_until: string | null;
      /** @description The visits that were checked; allowed, against and unknown add up to them. */
      readonly visits: number;
      /** @description Those that robots.txt allowed. */
      readonly allowed: number;
      /** @description Those that it forbade. */
      readonly against: number;
      /** @description Those of which it is not known. */
      readonly unknown: number;
      /** @description Those with most visits against the rules first, then those with most visits. */
      readonly bots: readonly {
        readonly bot_name: string;
        readonly bot_company: string;
        /**
         * @description Why a bot fetches pages, as its operator says. training: to train models; search: for the index of a search; user: to answer a question of one user; agent: to carry out a task of a user; other: something else, or not known.
         * @enum {string}
         */
        readonly purpose: 'training' | 'search' | 'user' | 'agent' | 'other';
        /** @description As its operator documents; null if it documents nothing. */
        readonly follows_robots: boolean | null;
        /** @description The visits that were checked; allowed, against and unknown add up to them. */
        readonly visits: number;
        /** @description Those that robots.txt allowed. */
        readonly allowed: number;
        /** @description Those that it forbade. */
        readonly against: number;
        /** @description Those of which it is not known. */
        readonly unknown: number;
        /** @description When it last read robots.txt by the end of the range. */
        readonly last_read_at: string | null;
        /** @description The number of the version that it read then. */
        readonly last_read_version: number | null;
        /** @description The ten that it broke most. */
        readonly rules: readonly {
          /** @description As it was written. */
          readonly rule: string;
          /** @description The names of its group, as its User-agent lines have them: "CCBot, Amazonbot". */
          readonly group: string;
          readonly line: number;
          /** @description The number of its version: the newest that the bots may have relied on. */
          readonly version: number;
          readonly visits: number;
          /** @description The bots that broke it, those of most visits first. */
          readonly bots: readonly string[];
          /** @description The five pages on which it was broken most. */
          readonly pages: readonly {
            readonly page_path: string;
            readonly visits: number;
          }[];
        }[];
      }[];
      /** @description The ten that were broken most. */
      readonly rules: readonly {
        /** @description As it was written. */
        readonly rule: string;
        /** @description The names of its group, as its User-agent lines have them: "CCBot, Amazonbot". */
        readonly group: string;
        readonly line: number;
        /** @description The number of its version: the newest that the bots may have relied on. */
        readonly version: number;
        readonly visits: number;
        /** @description The bots that broke it, those of most visits first. */
        readonly bots: readonly string[];
        /** @description The five pages on which it was broken most. */
        readonly pages: readonly {
          readonly page_path: string;
          readonly visits: number;
        }[];
      }[];
    };
    /**
     * @example {
     *       "reach": {
     *         "updated_at": "2026-03-15T03:12:40.250Z",
     *         "pages": 312,
     *         "read": 206,
     *         "stale": 38,
     *         "unread": 68,
     *         "median_days_to_read": 2,
     *         "sections": [
     *           {
     *             "path": "/blog/",
     *             "pages": 142,
     *             "read": 96,
     *             "stale": 21,
     *             "unread": 25
     *           }
     *         ],
     *         "bots": [
     *           {
     *             "name": "GPTBot",
     *             "read": 190,
     *             "stale": 31,
     *             "median_days_to_read": 2.5
     *           }
     *         ],
     *         "companies": [
     *           {
     *             "name": "OpenAI",
     *             "read": 198,
     *             "stale": 29,
     *             "median_days_to_read": 2
     *           }
     *         ],
     *         "unlisted": [
     *           {
     *             "page_path": "/old-page",
     *             "visits": 41
     *           }
     *         ]
     *       }
     *     }
     */
    readonly Reach: {
      /** @description Null if the site has no list of pages. */
      readonly reach: {
        /**
         * Format: date-time
         * @description When the list of the pages was made.
         */
        readonly updated_at: string;
        /** @description The pages of the list: read, stale and unread together. */
        readonly pages: number;
        /** @description Read on the UTC day of their last change or later, or without one. */
        readonly read: number;
        /** @description Read, but not since their last change. */
        readonly stale: number;
        /** @description Not read. */
        readonly unread: number;
        /** @description The median of the days from the last change of a page to its first visit since, over the pages that were changed in the range and read since; null without any. */
        readonly median_days_to_read: number | null;
        /** @description The 50 with most pages, then the rest together. */
        readonly sections: readonly {
          /** @description The first segment; "/" for pages without one, "(others)" for the rest. */
          readonly path: string;
          readonly pages: number;
          /** @description Read on the UTC day of their last change or later, or without one. */
          readonly read: number;
          /** @description Read, but not since their last change. */
          readonly stale: number;
          /** @description Not read. */
          readonly unread: number;
        }[];
        /** @description By what they read, most first; they overlap. */
        readonly bots: readonly {
          readonly name: string;
          /** @description Read on the UTC day of their last change or later, or without one. */
          readonly read: number;
          /** @description Read, but not since their last change. */
          readonly stale: number;
          /** @description The median of the days from the last change of a page to its first visit since, over the pages that were changed in the range and read since; null without any. */
          readonly median_days_to_read: number | null;
        }[];
        /** @description By what their bots read, most first; they overlap. */
        readonly companies: readonly {
          readonly name: string;
          /** @description Read on the UTC day of their last change or later, or without one. */
          readonly read: number;
          /** @description Read, but not since their last change. */
          readonly stale: number;
          /** @description The median of the days from the last change of a page to its first visit since, over the pages that were changed in the range and read since; null without any. */
          readonly median_days_to_read: number | null;
        }[];
        /** @description The 20 pages read most that the list lacks. */
        readonly unlisted: readonly {
          readonly page_path: string;
          readonly visits: number;
        }[];
      } | null;
    };
    /**
     * @example {
     *       "pages": [
     *         {
     *           "page_path": "/blog/tea",
     *           "modified_on": "2026-03-02",
     *           "last_read_on": null,
     *           "visits": 0
     *         }
     *       ],
     *       "next_cursor": null
     *     }
     */
    readonly ReachPages: {
      /** @description By path. */
      readonly pages: readonly {
        readonly page_path: string;
        /** @description The UTC day of its last change; null if the sitemap has none. */
        readonly modified_on: string | null;
        /** @description The last day of the range on which a bot read it. */
        readonly last_read_on: string | null;
        /** @description How often bots read it in the range. */
        readonly visits: number;
      }[];
      /** @description The `cursor` of the next page; null on the last one. */
      readonly next_cursor: string | null;
    };
    /**
     * @example {
     *       "first_event_at": "2026-03-08T00:00:04.120Z",
     *       "last_event_at": "2026-03-15T12:34:56.789Z",
     *       "facts_since": "2026-01-22T14:56:01.003Z",
     *       "signatures_since": "2026-02-11T08:30:00.000Z",
     *       "ranges_updated_at": "2026-03-01T03:00:00.000Z",
     *       "attribution_since": "2026-01-20T09:30:00.000Z",
     *       "attribution_minutes": 30,
     *       "gaps": [
     *         {
     *           "from": "2026-03-11T02:00:00.000Z",
     *           "until": "2026-03-11T07:00:00.000Z"
     *         }
     *       ],
     *       "sources": [
     *         {
     *           "kind": "log",
     *           "name": "access.log",
     *           "last_recorded_at": "2026-03-15T12:34:00.000Z"
     *         }
     *       ]
     *     }
     */
    readonly Coverage: {
      /** @description The first event of the period; null without any. */
      readonly first_event_at: string | null;
      /** @description The last one. */
      readonly last_event_at: string | null;
      /** @description Since when statuses, bytes or verdicts of bot visits are recorded at all; null if never. */
      readonly facts_since: string | null;
      /** @description The first bot visit that was recorded with a signature; null if none was. */
      readonly signatures_since: string | null;
      /** @description When the newest list of bots' address ranges was retrieved; null if there is none. */
      readonly ranges_updated_at: string | null;
      /** @description Since when it is looked up which LLM product sent the visitor of a conversion; null while it is not. Before it, a conversion without a source is one of which that is not known; after it, one of a visitor that no product sent. */
      readonly attribution_since: string | null;
      /** @description For how many minutes after a visitor has come from an LLM product their conversions count as sent by it; 0: never. */
      readonly attribution_minutes: number;
      /** @description Stretches in which nothing at all was recorded though it is usual: a guess, oldest first. The last 400 days of a longer period are searched. */
      readonly gaps: readonly {
        /** Format: date-time */
        readonly from: string;
        /** Format: date-time */
        readonly until: string;
      }[];
      /** @description Where events come from. */
      readonly sources: readonly {
        /** @enum {string} */
        readonly kind: 'log' | 'drain' | 'collector' | 'middleware' | 'import';
        /** @description Of a log, the name of its file. */
        readonly name: string | null;
        readonly last_recorded_at: string | null;
      }[];
    };
    /**
     * @example {
     *       "sources": [
     *         {
     *           "id": "source_0f3a9c5be27d416880aa",
     *           "kind": "log",
     *           "name": "access.log",
     *           "key_id": null,
     *           "sender": null,
     *           "last_recorded_at": "2026-03-15T12:34:56.789Z",
     *           "window": {
     *             "records": 41,
     *             "events": 2,
     *             "repeats": 0,
     *             "skipped": [
     *               {
     *                 "reason": "browser",
     *                 "count": 39,
     *                 "sample": "GET www.example.com /"
     *               }
     *             ]
     *           },
     *           "last_batch": {
     *             "at": "2026-03-15T12:34:56.789Z",
     *             "records": 41,
     *             "bytes": 8123
     *           },
     *           "limits": [],
     *           "last_refusal": null
     *         }
     *       ]
     *     }
     */
    readonly Sources: {
      /** @description By kind and name. */
      readonly sources: readonly {
        /** @description Stays the same; opaque. */
        readonly id: string;
        /**
         * @description How its records come in.
         * @enum {string}
         */
        readonly kind: 'log' | 'drain' | 'collector' | 'middleware' | 'import';
        /** @description The file of a log; of the others, the name of the key. */
        readonly name: string;
        /** @description The key with which it sends; null for logs and imports. */
        readonly key_id: number | null;
        /** @description What delivers to a drain, such as logpush. */
        readonly sender: string | null;
        /** @description When an event of it was recorded last; null if that is not known. */
        readonly last_recorded_at: string | null;
        /** @description What came in during the current UTC hour and the 23 before it. */
        readonly window: {
          /** @description Lines, requests or items: events, repeats and skipped. */
          readonly records: number;
          readonly events: number;
          /** @description Recorded before, and not counted again. */
          readonly repeats: number;
          /** @description What became no event, by reason, most first. */
          readonly skipped: readonly {
            readonly reason: string;
            readonly count: number;
            readonly sample: string | null;
          }[];
        };
        /** @description What came in last; null if that is not known. */
        readonly last_batch: {
          /** Format: date-time */
          readonly at: string;
          readonly records: number;
          readonly bytes: number;
        } | null;
        /** @description What its last records do not tell, and what to change. */
        readonly limits: readonly {
          readonly code: string;
          readonly remedy: string;
        }[];
        /** @description Its last request that was refused; null if none was. */
        readonly last_refusal: {
          /** Format: date-time */
          readonly at: string;
          readonly status: number;
          readonly reason: string;
        } | null;
      }[];
    };
    /**
     * @example {
     *       "alerts": [
     *         {
     *           "id": "alert_7",
     *           "site_id": "site_0123456789abcdef",
     *           "kind": "surge",
     *           "at": "2026-03-14T16:00:00.000Z",
     *           "from": "2026-03-14T15:00:00.000Z",
     *           "until": "2026-03-14T18:00:00.000Z",
     *           "subject_kind": "bot",
     *           "subject": "GPTBot",
     *           "subjects": [
     *             "GPTBot"
     *           ],
     *           "event_type": "bot",
     *           "seen": 1204,
     *           "usual": [
     *             12,
     *             61
     *           ],
     *           "unit": "count",
     *           "page": "/pricing",
     *           "state": "over",
     *           "title": "GPTBot came far more often than usual to www.example.com",
     *           "detail": "1,204 visits from 15:00 to 16:00 UTC; usual are 12 to 61.",
     *           "link": "https://traffic.example.org/sites/site_0123456789abcdef?start=2026-03-14&end=2026-03-14"
     *         }
     *       ],
     *       "next_cursor": null
     *     }
     */
    readonly AlertsPage: {
      /** @description Newest first. */
      readonly alerts: readonly {
        readonly id: string;
        /** @description Null for the quota, which is the account’s. */
        readonly site_id: string | null;
        /** @enum {string} */
        readonly kind: 'new-bot' | 'surge' | 'silence' | 'errors' | 'impostors' | 'quota';
        /**
         * Format: date-time
         * @description When it was raised.
         */
        readonly at: string;
        /**
         * Format: date-time
         * @description When what was noticed began.
         */
        readonly from: string;
        /** @description When it was over; null while it goes on. */
        readonly until: string | null;
        /** @enum {string} */
        readonly subject_kind:
          | 'bot'
          | 'company'
          | 'source'
          | 'all-bots'
          | 'log'
          | 'collector'
          | 'middleware'
          | 'drain'
          | 'account';
        readonly subject: string | null;
        readonly subjects: readonly string[];
        readonly seen: number | null;
        /** @description The central 90 % of what is usual; or empty. */
        readonly usual: readonly number[];
        /** @enum {string} */
        readonly unit: 'count' | 'share';
        readonly title: string;
        readonly detail: string;
        readonly event_type: ('bot' | 'referral') | null;
        /** @description The page that is most concerned. */
        readonly page: string | null;
        /** @description Opens the site on that day in the dashboard. */
        readonly link: string;
        /** @enum {string} */
        readonly state: 'ongoing' | 'over' | 'expected';
      }[];
      /** @description The `cursor` of the next page; null on the last one. */
      readonly next_cursor: string | null;
    };
    /**
     * @example {
     *       "notes": [
     *         {
     *           "id": 7,
     *           "date": "2026-03-14",
     *           "text": "New prices",
     *           "by": null
     *         }
     *       ]
     *     }
     */
    readonly Notes: {
      /** @description Newest first, at most 1,000. */
      readonly notes: readonly {
        readonly id: number;
        /**
         * Format: date
         * @description The UTC day that it is about.
         */
        readonly date: string;
        /** @description Plain text of at most 500 characters. */
        readonly text: string;
        /** @description Who wrote it. A key is not told. */
        readonly by: null;
      }[];
    };
    /**
     * @example {
     *       "recorded": 1,
     *       "passed_over": 0
     *     }
     */
    readonly Collected: {
      /** @description Events that were stored. */
      readonly recorded: number;
      /** @description Requests that are no event, or were recorded before, by their `id`. */
      readonly passed_over: number;
    };
  };
  responses: never;
  parameters: never;
  requestBodies: never;
  headers: never;
  pathItems: never;
}
export interface operations {
  readonly listSites: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path?: never;
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The requested data. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Sites'];
        };
      };
    };
  };
  readonly getTimeseries: {
    readonly parameters: {
      readonly query?: {
        /** @description First UTC day, inclusive, from 0001-01-01 to 9999-12-31. By default 7 days before today. */
        readonly start?: string;
        /** @description Last UTC day, inclusive, not before `start`. By default today. */
        readonly end?: string;
        /** @description The length of each bucket; `hour` needs the Pro plan. */
        readonly granularity?: 'day' | 'hour';
        /** @description Adds the counts of an earlier period, for a second unit of the budget. previous-period: the equally long range before; previous-year: the same days a year before. */
        readonly compare?: 'previous-period' | 'previous-year';
      };
      readonly header?: never;
      readonly path: {
        /** @description The id of one of your sites; `GET /api/v1/sites` lists them. */
        readonly siteId: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The requested data. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Timeseries'];
        };
      };
    };
  };
  readonly getStats: {
    readonly parameters: {
      readonly query?: {
        /** @description First UTC day, inclusive, from 0001-01-01 to 9999-12-31. By default 7 days before today. */
        readonly start?: string;
        /** @description Last UTC day, inclusive, not before `start`. By default today. */
        readonly end?: string;
        /** @description Adds the counts of an earlier period, for a second unit of the budget. previous-period: the equally long range before; previous-year: the same days a year before. */
        readonly compare?: 'previous-period' | 'previous-year';
        /** @description true: also what is known of bot visits, of all and in each item of the breakdown, and what the visitors of each LLM product led to. */
        readonly detail?: 'true' | 'false';
      };
      readonly header?: never;
      readonly path: {
        /** @description The id of one of your sites; `GET /api/v1/sites` lists them. */
        readonly siteId: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The requested data. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Stats'];
        };
      };
    };
  };
  readonly listEvents: {
    readonly parameters: {
      readonly query?: {
        /** @description First UTC day, inclusive, from 0001-01-01 to 9999-12-31. By default 7 days before today. */
        readonly start?: string;
        /** @description Last UTC day, inclusive, not before `start`. By default today. */
        readonly end?: string;
        /** @description Only events of this type. By default those of all. */
        readonly type?: components['schemas']['EventType'];
        /** @description Only visits of the bot with this name; case matters. */
        readonly bot?: string;
        /** @description Only events of the page with exactly this path. */
        readonly page?: string;
        /** @description true: also the status, the bytes, the verdict and the signature of a bot visit, the status of a referral, and the source of a conversion. */
        readonly detail?: 'true' | 'false';
        /** @description The most items of a page. */
        readonly limit?: number;
        /** @description The `next_cursor` of the previous page, with the same other parameters except `limit`. */
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        /** @description The id of one of your sites; `GET /api/v1/sites` lists them. */
        readonly siteId: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The requested data. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['EventsPage'];
        };
      };
    };
  };
  readonly listPages: {
    readonly parameters: {
      readonly query?: {
        /** @description First UTC day, inclusive, from 0001-01-01 to 9999-12-31. By default 7 days before today. */
        readonly start?: string;
        /** @description Last UTC day, inclusive, not before `start`. By default today. */
        readonly end?: string;
        /** @description The count by which pages are sorted, largest first; equal counts by path. */
        readonly order_by?: 'bot-visits' | 'referrals' | 'conversions' | 'failed';
        /** @description Only paths that contain this text, as stored or percent-decoded; case matters. */
        readonly search?: string;
        /** @description Only visits of the bot with this name; case matters. */
        readonly bot?: string;
        /** @description Only visits of the bots of this company. */
        readonly company?: string;
        /** @description Only visits of bots of this purpose. */
        readonly purpose?: 'training' | 'search' | 'user' | 'agent' | 'other';
        /** @description The most items of a page. */
        readonly limit?: number;
        /** @description The `next_cursor` of the previous page, with the same other parameters except `limit`. */
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        /** @description The id of one of your sites; `GET /api/v1/sites` lists them. */
        readonly siteId: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The requested data. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['PagesList'];
        };
      };
    };
  };
  readonly listCompanies: {
    readonly parameters: {
      readonly query?: {
        /** @description First UTC day, inclusive, from 0001-01-01 to 9999-12-31. By default 7 days before today. */
        readonly start?: string;
        /** @description Last UTC day, inclusive, not before `start`. By default today. */
        readonly end?: string;
        /** @description Adds the counts of an earlier period, for a second unit of the budget. previous-period: the equally long range before; previous-year: the same days a year before. */
        readonly compare?: 'previous-period' | 'previous-year';
      };
      readonly header?: never;
      readonly path: {
        /** @description The id of one of your sites; `GET /api/v1/sites` lists them. */
        readonly siteId: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The requested data. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Companies'];
        };
      };
    };
  };
  readonly listCountries: {
    readonly parameters: {
      readonly query?: {
        /** @description First UTC day, inclusive, from 0001-01-01 to 9999-12-31. By default 7 days before today. */
        readonly start?: string;
        /** @description Last UTC day, inclusive, not before `start`. By default today. */
        readonly end?: string;
      };
      readonly header?: never;
      readonly path: {
        /** @description The id of one of your sites; `GET /api/v1/sites` lists them. */
        readonly siteId: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The requested data. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Countries'];
        };
      };
    };
  };
  readonly getBot: {
    readonly parameters: {
      readonly query?: {
        /** @description First UTC day, inclusive, from 0001-01-01 to 9999-12-31. By default 7 days before today. */
        readonly start?: string;
        /** @description Last UTC day, inclusive, not before `start`. By default today. */
        readonly end?: string;
        /** @description The length of each bucket; `hour` needs the Pro plan. */
        readonly granularity?: 'day' | 'hour';
        /** @description The most pages. */
        readonly limit?: number;
      };
      readonly header?: never;
      readonly path: {
        /** @description The id of one of your sites; `GET /api/v1/sites` lists them. */
        readonly siteId: string;
        /** @description The name of a bot as the stats list it; case matters. */
        readonly botName: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The requested data. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['BotProfile'];
        };
      };
    };
  };
  readonly listUnlistedRobots: {
    readonly parameters: {
      readonly query?: {
        /** @description First UTC day, inclusive, from 0001-01-01 to 9999-12-31. By default 7 days before today. */
        readonly start?: string;
        /** @description Last UTC day, inclusive, not before `start`. By default today. */
        readonly end?: string;
      };
      readonly header?: never;
      readonly path: {
        /** @description The id of one of your sites; `GET /api/v1/sites` lists them. */
        readonly siteId: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The requested data. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['UnlistedRobots'];
        };
      };
    };
  };
  readonly listRobotsVersions: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /** @description The id of one of your sites; `GET /api/v1/sites` lists them. */
        readonly siteId: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The requested data. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['RobotsVersions'];
        };
      };
    };
  };
  readonly getObedience: {
    readonly parameters: {
      readonly query?: {
        /** @description First UTC day, inclusive, from 0001-01-01 to 9999-12-31. By default 7 days before today. */
        readonly start?: string;
        /** @description Last UTC day, inclusive, not before `start`. By default today. */
        readonly end?: string;
      };
      readonly header?: never;
      readonly path: {
        /** @description The id of one of your sites; `GET /api/v1/sites` lists them. */
        readonly siteId: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The requested data. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Obedience'];
        };
      };
    };
  };
  readonly getReach: {
    readonly parameters: {
      readonly query?: {
        /** @description First UTC day, inclusive, from 0001-01-01 to 9999-12-31. By default 7 days before today. */
        readonly start?: string;
        /** @description Last UTC day, inclusive, not before `start`. By default today. */
        readonly end?: string;
        /** @description Only visits of the bot with this name; case matters. */
        readonly bot?: string;
        /** @description Only visits of the bots of this company. */
        readonly company?: string;
        /** @description Only visits of bots of this purpose. */
        readonly purpose?: 'training' | 'search' | 'user' | 'agent' | 'other';
      };
      readonly header?: never;
      readonly path: {
        /** @description The id of one of your sites; `GET /api/v1/sites` lists them. */
        readonly siteId: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The requested data. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Reach'];
        };
      };
    };
  };
  readonly listReachPages: {
    readonly parameters: {
      readonly query: {
        /** @description First UTC day, inclusive, from 0001-01-01 to 9999-12-31. By default 7 days before today. */
        readonly start?: string;
        /** @description Last UTC day, inclusive, not before `start`. By default today. */
        readonly end?: string;
        /** @description Only visits of the bot with this name; case matters. */
        readonly bot?: string;
        /** @description Only visits of the bots of this company. */
        readonly company?: string;
        /** @description Only visits of bots of this purpose. */
        readonly purpose?: 'training' | 'search' | 'user' | 'agent' | 'other';
        /** @description The state of the pages. */
        readonly state: 'read' | 'stale' | 'unread';
        /** @description Only paths that contain this text, as they are or percent-decoded; case matters. */
        readonly search?: string;
        /** @description The most items of a page. */
        readonly limit?: number;
        /** @description The `next_cursor` of the previous page, with the same other parameters except `limit`. */
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        /** @description The id of one of your sites; `GET /api/v1/sites` lists them. */
        readonly siteId: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The requested data. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['ReachPages'];
        };
      };
    };
  };
  readonly getCoverage: {
    readonly parameters: {
      readonly query?: {
        /** @description First UTC day, inclusive, from 0001-01-01 to 9999-12-31. By default 7 days before today. */
        readonly start?: string;
        /** @description Last UTC day, inclusive, not before `start`. By default today. */
        readonly end?: string;
      };
      readonly header?: never;
      readonly path: {
        /** @description The id of one of your sites; `GET /api/v1/sites` lists them. */
        readonly siteId: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The requested data. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Coverage'];
        };
      };
    };
  };
  readonly listSources: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: never;
      readonly path: {
        /** @description The id of one of your sites; `GET /api/v1/sites` lists them. */
        readonly siteId: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The requested data. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Sources'];
        };
      };
    };
  };
  readonly listAlerts: {
    readonly parameters: {
      readonly query?: {
        /** @description First UTC day, inclusive, from 0001-01-01 to 9999-12-31. By default the first of all. */
        readonly start?: string;
        /** @description Last UTC day, inclusive, not before `start`. By default the last of all. */
        readonly end?: string;
        /** @description Only alerts of this kind. */
        readonly kind?: 'new-bot' | 'surge' | 'silence' | 'errors' | 'impostors' | 'quota';
        /** @description Only those that go on, are over, or are as the owner expects. */
        readonly state?: 'ongoing' | 'over' | 'expected';
        /** @description The most items of a page. */
        readonly limit?: number;
        /** @description The `next_cursor` of the previous page, with the same other parameters except `limit`. */
        readonly cursor?: string;
      };
      readonly header?: never;
      readonly path: {
        /** @description The id of one of your sites; `GET /api/v1/sites` lists them. */
        readonly siteId: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The requested data. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['AlertsPage'];
        };
      };
    };
  };
  readonly listNotes: {
    readonly parameters: {
      readonly query?: {
        /** @description First UTC day, inclusive, from 0001-01-01 to 9999-12-31. By default the first of all. */
        readonly start?: string;
        /** @description Last UTC day, inclusive, not before `start`. By default the last of all. */
        readonly end?: string;
      };
      readonly header?: never;
      readonly path: {
        /** @description The id of one of your sites; `GET /api/v1/sites` lists them. */
        readonly siteId: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody?: never;
    readonly responses: {
      /** @description The requested data. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Notes'];
        };
      };
    };
  };
  readonly recordEvents: {
    readonly parameters: {
      readonly query?: never;
      readonly header?: {
        /** @description Makes the request safe to repeat for at least 24 hours: it is recorded once. It may stand in quotes. */
        readonly 'Idempotency-Key'?: string;
        readonly 'Content-Encoding'?: 'gzip';
      };
      readonly path: {
        /** @description The id of one of your sites; `GET /api/v1/sites` lists them. */
        readonly siteId: string;
      };
      readonly cookie?: never;
    };
    readonly requestBody: {
      readonly content: {
        readonly 'application/json':
          components['schemas']['NewItem'] | readonly components['schemas']['NewItem'][];
        readonly 'application/x-ndjson': string;
      };
    };
    readonly responses: {
      /** @description All is stored. */
      readonly 200: {
        headers: {
          readonly [name: string]: unknown;
        };
        content: {
          readonly 'application/json': components['schemas']['Collected'];
        };
      };
    };
  };
}

export type ErrorCode =
  | 'BAD_REQUEST'
  | 'BATCH_TOO_LARGE'
  | 'IDEMPOTENCY_KEY_REUSED'
  | 'INVALID_DATE_RANGE'
  | 'INVALID_JSON'
  | 'INVALID_KEY'
  | 'INVALID_PARAMETER'
  | 'LIMIT_EXCEEDED'
  | 'MISSING_KEY'
  | 'MISSING_SITE_ID'
  | 'OVERLOADED'
  | 'PLAN_REQUIRED'
  | 'QUERY_TIMEOUT'
  | 'RATE_LIMITED'
  | 'SERVER_ERROR'
  | 'SITE_NOT_FOUND'
  | 'USER_NOT_FOUND';
