/** The kinds of event, in the order in which they are shown. */
export const LANES = [
  { kind: 'bot', field: 'botVisits', name: 'Bot visits' },
  { kind: 'ref', field: 'referrals', name: 'LLM referrals' },
  { kind: 'con', field: 'conversions', name: 'Conversions' },
] as const;

export type Lane = Pick<(typeof LANES)[number], 'kind' | 'field'> & { readonly name: string };
export type CountField = Lane['field'];

export const LENGTH_MS = { DAY: 86_400_000, HOUR: 3_600_000 };

export type Points = {
  readonly granularity: keyof typeof LENGTH_MS;
  readonly completeUntil: string;
  readonly data: readonly { readonly startsAt: string }[];
};

/** Without the points that had not begun when they were read: hours to come are not hours without events. */
export function begunPoints<
  Series extends { readonly completeUntil: string; data: { startsAt: string }[]; previous: object[] | null },
>(series: Series): Series {
  const { data, previous, completeUntil } = series;
  const begun = data.filter(({ startsAt }) => Date.parse(startsAt) < Date.parse(completeUntil));
  return { ...series, data: begun, previous: previous?.slice(0, begun.length) ?? null };
}

/** Whether the last point had not ended when it was read. */
export function isUnfinished({ data, granularity, completeUntil }: Points): boolean {
  const start = data.at(-1)?.startsAt;
  return start !== undefined && Date.parse(start) + LENGTH_MS[granularity] > Date.parse(completeUntil);
}
