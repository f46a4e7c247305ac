import fc from 'fast-check';
import type { NewBotVisit, NewEvent } from '../../src/domain/event.ts';
import { type Proof, SIGNATURE_STATES } from '../../src/domain/signature.ts';
import { VERDICTS } from '../../src/domain/verdict.ts';
import type { Days } from './oracle.ts';

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** The day of the first event, and how many days have some. */
const FIRST_DAY = '2026-02-04';
const DAYS = 30;

/** Names that the catalogue has, that it does not have, and that two companies use. */
export const BOT_NAMES = ['GPTBot', 'ClaudeBot', 'Perplexity-User', 'My Bot', 'ä?%'] as const;

/** Events of all types over 30 days, often at a border of a day or an hour, of which many tell their facts. */
export function sampleEvents(seed: number, count: number): readonly NewEvent[] {
  return fc.sample(someEvent(), { numRuns: count, seed });
}

/** Ranges of days: all of them, some within, and some that begin before or end after them. */
export function sampleRanges(seed: number, count: number): readonly Days[] {
  const day = fc.integer({ min: -3, max: DAYS + 3 });
  const text = (days: number) => new Date(Date.parse(FIRST_DAY) + days * DAY_MS).toISOString().slice(0, 10);
  const range = fc
    .tuple(day, day)
    .map(([a, b]) => ({ start: text(Math.min(a, b)), end: text(Math.max(a, b)) }));
  return fc.sample(range, { numRuns: count, seed });
}

function someEvent(): fc.Arbitrary<NewEvent> {
  const common = {
    createdAtMs: someInstant(),
    pagePath: fc.constantFrom('/', '/a', '/A', '/ä', '/b?x=1', '/c'),
    country: fc.constantFrom('XX', 'DE', 'US'),
  };
  const status = fc.constantFrom(null, 200, 200, 200, 304, 399, 400, 404, 503);
  const bot = {
    type: fc.constant('bot' as const),
    botName: fc.constantFrom(...BOT_NAMES),
    botCompany: fc.constantFrom('OpenAI', 'OpenAI', 'Another'),
    status,
    bytes: fc.constantFrom(null, 0, 1, 1500, 2 ** 40),
    ...{ verdict: fc.constantFrom(...VERDICTS), proof: someProof() },
  };
  const referral = { type: fc.constant('referral' as const), source: fc.constantFrom('chatgpt', 'GPTBot') };
  const conversion = {
    type: fc.constant('conversion' as const),
    eventName: fc.constant('GPTBot'),
    sentBy: fc.constantFrom(undefined, 'chatgpt', 'GPTBot'),
  };
  return fc.oneof(
    { weight: 4, arbitrary: fc.record({ ...common, ...bot }).map(withProof) },
    { weight: 1, arbitrary: fc.record({ ...common, ...referral, status }) },
    { weight: 1, arbitrary: fc.record({ ...common, ...conversion, eventValue: fc.constant(null) }) },
  );
}

/** Hardly any visit has a signature. */
function someProof(): fc.Arbitrary<Proof | undefined> {
  const state = fc.constantFrom(...SIGNATURE_STATES);
  const proof = fc.tuple(state, fc.constantFrom('a.example', 'b.example')).map(([of, signer]) => {
    return { state: of, signer: of === 'valid' ? signer : null };
  });
  return fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: proof });
}

/** A signed visit has a valid signature. */
function withProof(visit: NewBotVisit): NewBotVisit {
  return visit.verdict === 'signed' ? { ...visit, proof: { state: 'valid', signer: 'chatgpt.com' } } : visit;
}

function someInstant(): fc.Arbitrary<number> {
  const anywhere = fc.integer({ min: 0, max: DAYS * DAY_MS - 1 });
  const border = fc
    .tuple(fc.constantFrom(HOUR_MS, DAY_MS), anywhere, fc.integer({ min: -1, max: 1 }))
    .map(([unit, ms, beside]) => Math.max(0, Math.floor(ms / unit) * unit + beside));
  return fc.oneof(anywhere, border).map((ms) => Date.parse(FIRST_DAY) + ms);
}
