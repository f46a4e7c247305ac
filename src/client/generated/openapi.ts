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
       * @description The IP address of the client, which tells its country, and the verdict on a bot. It is not stored.
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
      /** @description The size of the response. */
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
       * @description The IP address of the client, which tells its country, and the verdict on a bot. It is not stored.
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
       * @description The IP address of the client, which tells its country, and the verdict on a bot. It is not stored.
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
    };
    /** @description A request as an access log shows it. It becomes the events that it is, or is passed over. */
    readonly NewRequest: {
      /** @constant */
      readonly type: 'request';
      readonly method: string;
      /** @description The path with its query. */
      readonly target: string;
      readonly status?: number | null;
      readonly bytes?: number | null;
      readonly user_agent?: string | null;
      readonly referrer?: string | null;
      readonly host?: string | null;
      /**
       * @description The IP address of the client, which tells its country, and the verdict on a bot. It is not stored.
       * @example 203.0.113.9
       */
      readonly address?: string | null;
      /**
       * @description When it happened: ISO 8601 with a zone, cut to milliseconds. By default now.
       * @example 2026-03-15T12:34:56.789Z
       */
      readonly created_at?: string | null;
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
      /** @description Events dated in the current UTC month. Null only while the node of a cluster that holds them is away. */
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
    };
    readonly BotCount: {
      readonly bot_name: string;
      readonly bot_company: string;
      readonly count: number;
    };
    readonly SourceCount: {
      readonly source: string;
      readonly count: number;
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
      /** @description Requests that are no event. */
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
      /** @description What was asked for. */
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
      /** @description What was asked for. */
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
      /** @description What was asked for. */
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
        /** @description The most events of a page. */
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
      /** @description What was asked for. */
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
