// Brings the answers of both APIs into one shape, that of GraphQL.

/** A stats or a timeseries answer of REST. */
export function restAnswer([body]: readonly unknown[]): unknown {
  return camelCased(body);
}

/** A page of REST. Each server has its own cursors, so only their presence can be compared. */
export function restEventsAnswer([body]: readonly unknown[]): unknown {
  const { events, nextCursor } = camelCased(body) as { events: unknown; nextCursor: unknown };
  return { events, another: nextCursor !== null };
}

/** The answers of stats and of timeseries in the shape of the one document that requests both. */
export function restPairAnswer([stats, timeseries]: readonly unknown[]): unknown {
  const { granularity, data } = timeseries as { granularity: string; data: unknown };
  return overview({
    stats: camelCased(stats),
    timeseries: { granularity: granularity.toUpperCase(), data: camelCased(data) },
  });
}

/** What a document found. Only the product also tells what it cost. */
export function graphqlAnswer([body]: readonly unknown[]): unknown {
  const { data, errors } = body as Readonly<Record<string, unknown>>;
  return { data, ...(errors !== undefined && { errors }) };
}

/** A page of GraphQL in the shape of REST. */
export function graphqlEventsAnswer([body]: readonly unknown[]): unknown {
  const { nodes, pageInfo } = (body as GraphqlEvents).data.site.events;
  const events = nodes.map(({ eventId, ...node }) => ({ id: eventId, ...node, type: TYPES[node.type] }));
  return { events, another: pageInfo.endCursor !== null };
}

type GraphqlEvents = {
  readonly data: {
    readonly site: {
      readonly events: {
        readonly nodes: readonly { readonly eventId: number; readonly type: keyof typeof TYPES }[];
        readonly pageInfo: { readonly endCursor: string | null };
      };
    };
  };
};

const TYPES = { BOT: 'bot', REFERRAL: 'referral', CONVERSION: 'conversion' } as const;

function overview(site: unknown): unknown {
  return { data: { site } };
}

function camelCased(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(camelCased);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [
      name.replace(/_([a-z])/g, (_, letter: string) => letter.toUpperCase()),
      camelCased(inner),
    ]),
  );
}
