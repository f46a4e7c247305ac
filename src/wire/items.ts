import * as z from 'zod';

/** A field that may be left out; null counts as left out. */
function maybe<Schema extends z.ZodType>(schema: Schema) {
  return schema.nullable().optional();
}

const name = z.string().min(1).max(200);
const raw = z.string().max(65_536);
const status = z.int().min(100).max(599);
const SIZE = 'The size of the response. More than 2^40 bytes (1 TiB) count as not told.';
const bytes = z.int().min(0);

const created_at = maybe(
  z.string().regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,30})?(?:Z|[+-]\d\d:\d\d)$/),
).meta({
  description: 'When it happened: ISO 8601 with a zone, cut to milliseconds. By default now.',
  example: '2026-03-15T12:34:56.789Z',
});

const address = maybe(z.string()).meta({
  description:
    'The IP address of the client, which tells its country, the verdict on a bot and, with `user_agent`, who a visitor is. It is not stored.',
  example: '203.0.113.9',
});

const visitorAgent = maybe(raw).meta({
  description:
    'The User-Agent of the visitor. With `address` it connects a conversion with the referral before it. It is not stored.',
});

const event = {
  page_path: z.string().max(2048).regex(/^\//).meta({ description: 'The page; kept verbatim.' }),
  country: maybe(z.string().regex(/^[A-Z]{2}$/)).meta({
    description: 'ISO 3166-1 alpha-2. By default that of `address`, or XX.',
  }),
  address,
  created_at,
  id: z.unknown().optional().meta({ description: 'Ignored, so that a listed event can be sent.' }),
};

const newBotVisit = z
  .strictObject({
    type: z.literal('bot'),
    ...event,
    bot_name: maybe(name).meta({ description: 'With `bot_company`, or else `user_agent`.' }),
    bot_company: maybe(name),
    user_agent: maybe(raw).meta({ description: 'The User-Agent of a listed AI bot.' }),
    status: maybe(status).meta({ description: 'The HTTP status of the response.' }),
    bytes: maybe(bytes).meta({ description: SIZE }),
  })
  .meta({ id: 'NewBotVisit' });

const newReferral = z
  .strictObject({
    type: z.literal('referral'),
    ...event,
    source: maybe(name).meta({ description: 'The LLM product, or else `referrer`.' }),
    referrer: maybe(raw).meta({ description: 'The address of a page of a listed LLM product.' }),
    user_agent: visitorAgent,
    status: maybe(status).meta({ description: 'The HTTP status of the response.' }),
  })
  .meta({ id: 'NewReferral' });

const newConversion = z
  .strictObject({
    type: z.literal('conversion'),
    ...event,
    event_name: name,
    event_value: maybe(z.number()),
    source: maybe(name).meta({
      description:
        'The LLM product that sent the visitor. By default that of the last referral of the same `address` and `user_agent`.',
    }),
    user_agent: visitorAgent,
  })
  .meta({ id: 'NewConversion' });

const header = z.unknown().optional().meta({
  description:
    'The header Signature, Signature-Input or Signature-Agent as it was sent (Web Bot Auth). Never refused: what is no text, or longer than 4,096 octets, counts as absent.',
});

const newRequest = z
  .strictObject({
    type: z.literal('request'),
    method: raw,
    target: raw.meta({ description: 'The path with its query.' }),
    status: maybe(z.int().min(0).max(999)),
    bytes: maybe(bytes).meta({ description: SIZE }),
    user_agent: maybe(raw),
    referrer: maybe(raw),
    host: maybe(raw),
    address,
    created_at,
    scheme: z.unknown().optional().meta({ description: '"https", which is the default, or "http".' }),
    signature: header,
    signature_input: header,
    signature_agent: header,
    id: maybe(z.string().max(200)).meta({
      description:
        'The id that your host or CDN made for the request, such as a CF-Ray; never one that a client can choose. A request counts once in a site, whichever way it comes.',
    }),
  })
  .meta({
    id: 'NewRequest',
    description: 'A request as an access log shows it. It becomes the events that it is, or is skipped.',
  });

export const newItem = z
  .discriminatedUnion('type', [newBotVisit, newReferral, newConversion, newRequest])
  .meta({ id: 'NewItem' });

/** The body of a request to the collector. */
export const itemsSchema = z.union([newItem, z.array(newItem).max(1000)]).meta({
  description: 'One item or up to 1,000, in at most 1 MiB. All are recorded or none.',
  example: { type: 'conversion', page_path: '/thanks', event_name: 'purchase', event_value: 49.9 },
});

/** The body of its answer. */
export const collectedSchema = z
  .object({
    recorded: z.int().min(0).meta({ description: 'Events that were stored.' }),
    passed_over: z
      .int()
      .min(0)
      .meta({ description: 'Requests that are no event, or were recorded before, by their `id`.' }),
  })
  .meta({ id: 'Collected', example: { recorded: 1, passed_over: 0 } });
