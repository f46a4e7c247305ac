// One shape for an answer, whichever door it came through: that of GraphQL.

/** A stats or a timeseries answer of REST. */
export function restAnswer([body]: readonly unknown[]): unknown {
  return camelCased(body);
}

/** A page of REST. Cursors are each server's own: all that can be equal is whether there is one. */
export function restEventsAnswer([body]: readonly unknown[]): unknown {
  const { events, nextCursor } = camelCased(body) as { events: unknown; nextCursor: unknown };
  return { events, another: nextCursor !== null };
}

/** The answers of stats and of timeseries, as the one document that asks for both answers them. */
export function restPairAnswer([stats, timeseries]: readonly unknown[]): unknown {
  const { granularity, data } = timeseries as { granularity: string; data: unknown };
  return overview({
    stats: camelCased(stats),
    timeseries: { granularity: granularity.toUpperCase(), data: camelCased(data) },
  });
}

/** A document's answer as it stands. */
export function graphqlAnswer([body]: readonly unknown[]): unknown {
  return body;
}

/** A page of GraphQL, as REST answers it. */
export function graphqlEventsAnswer([body]: readonly unknown[]): unknown {
  const { nodes, pageInfo } = (body as GraphqlEvents).data.site.events;
  const events = nodes.map((node) => ({ ...node, type: TYPES[node.type] }));
  return { events, another: pageInfo.endCursor !== null };
}

type GraphqlEvents = {
  readonly data: {
    readonly site: {
      readonly events: {
        readonly nodes: readonly { readonly type: keyof typeof TYPES }[];
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
