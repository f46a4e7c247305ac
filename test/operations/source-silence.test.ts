import { expect, it } from 'vitest';
import { HOUR_MS } from '../../src/domain/time.ts';
import { NOTHING_DECIDED } from '../../src/operations/alerting/sensitivity.ts';
import { type SourcesOfSite, lookAtSources } from '../../src/operations/alerting/source-silence.ts';

/** In hours since 1970-01-01T00:00Z. */
const START = Math.floor(Date.parse('2026-03-01T00:00:00Z') / HOUR_MS);

/** Each hour from one until another, counted from the start. */
const hoursIn = (from: number, until: number) =>
  Array.from({ length: until - from }, (_, hour) => START + from + hour);

const source = (id: string, hours: readonly number[]): SourcesOfSite['sources'][number] => ({
  ...{ siteId: 'site', id, kind: 'collector', name: 'shop', keyId: 1, hours },
  ...{ subjectKind: 'collector', subject: 'shop' },
});

it('two sources of one name have one silence, which is over when neither is silent', () => {
  const known: SourcesOfSite['known'][number][] = [];

  /** Looks after an hour at one that pauses and one that does not; says what begins and when what ends. */
  function look(hour: number, ofOne: readonly number[]) {
    const sources = [source('busy', hoursIn(0, hour)), source('pausing', ofOne)];
    const nowMs = (START + hour) * HOUR_MS;
    const { begun, over } = lookAtSources({ sources, known, decided: NOTHING_DECIDED }, nowMs);
    const stored = { id: 1, accountId: 1, siteId: 'site', expectedAtMs: null };
    known.push(...begun.map((alert) => ({ ...alert, ...stored })));
    return [begun.map(({ fromMs }) => fromMs / HOUR_MS - START), over.map(hourOf)];
  }
  const hourOf = ({ untilMs }: { readonly untilMs: number }) => untilMs / HOUR_MS - START;

  const before = hoursIn(0, 500);
  expect(look(500, before)).toEqual([[], []]);
  expect(look(505, before)).toEqual([[500], []]);
  expect(look(506, before)).toEqual([[], []]);
  expect(look(507, [...before, START + 506])).toEqual([[], [506]]);
});
