// REST requests and responses as JSON Schema. Fastify validates requests and compiles a serialiser for responses.
const text = { type: 'string' } as const;
const integer = { type: 'integer' } as const;
const params = { type: 'object', required: ['siteId'], properties: { siteId: text } } as const;

function object(properties: Readonly<Record<string, object>>, required = Object.keys(properties)) {
  return { type: 'object', required, properties };
}

function list(items: object) {
  return { type: 'array', items };
}

const counts = { bot_visits: integer, referrals: integer, conversions: integer };

export const statsSchema = {
  params,
  querystring: object({ start: text, end: text }, []),
  response: {
    200: object({
      period: object({ start: text, end: text }),
      totals: object(counts),
      bot_breakdown: list(object({ bot_name: text, bot_company: text, count: integer })),
      referral_breakdown: list(object({ source: text, count: integer })),
      conversion_breakdown: list(object({ event_name: text, count: integer, value: { type: 'number' } })),
    }),
  },
};

const granularity = { type: 'string', enum: ['day', 'hour'] } as const;

export const timeseriesSchema = {
  params,
  querystring: object({ start: text, end: text, granularity: { ...granularity, default: 'day' } }, []),
  response: {
    200: object({
      granularity,
      data: list(object({ date: text, datetime: text, ...counts }, Object.keys(counts))),
    }),
  },
};

const common = {
  id: integer,
  type: text,
  page_path: text,
  country: text,
  created_at: { type: 'string', format: 'date-time' },
};

export const eventsSchema = {
  params,
  querystring: object(
    {
      start: text,
      end: text,
      type: { type: 'string', enum: ['bot', 'referral', 'conversion'] },
      limit: { type: 'integer', minimum: 1, maximum: 1000, default: 100 },
      cursor: text,
    },
    [],
  ),
  response: {
    200: object({
      // One shape with the fields of every type. With anyOf, Fastify would validate each event to choose a shape.
      events: list(
        object(
          {
            ...common,
            bot_name: text,
            bot_company: text,
            source: text,
            event_name: text,
            event_value: { type: 'number', nullable: true },
          },
          Object.keys(common),
        ),
      ),
      next_cursor: { type: 'string', nullable: true },
    }),
  },
};
