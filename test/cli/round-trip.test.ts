import { readFileSync } from 'node:fs';
import {
  type GraphQLField,
  type GraphQLInterfaceType,
  type GraphQLObjectType,
  buildSchema,
  getNamedType,
  isInterfaceType,
  isObjectType,
} from 'graphql';
import { beforeAll, describe, expect, it } from 'vitest';
import type { NewEvent } from '../../src/domain/event.ts';
import { VERDICTS } from '../../src/domain/verdict.ts';
import { type Exporter, makeExporter, mixedEvents } from '../export/support.ts';
import type { Proof } from '../../src/domain/signature.ts';
import { type TestGateway, startGateway } from '../support/gateway.ts';
import { botVisit, conversion, referral } from '../support/makers.ts';
import { askText } from '../twins/support.ts';
import { useCommandLine } from './support.ts';

const { holdMigrated, runWith } = useCommandLine();

const VALID = { state: 'valid', signer: 'agent.example' } as const;
const PROOFS: Partial<Record<string, readonly Proof[]>> = {
  signed: [VALID, VALID],
  outside: [VALID, { state: 'expired', signer: null }],
};
const STATUSES = [null, 200, 304, 404, 503];

/** Events of all kinds, a day's distance between two of them, with all that a source may tell. */
const EVENTS: readonly NewEvent[] = [
  ...mixedEvents(300),
  ...Array.from({ length: 60 }, (_, n): NewEvent => {
    const at = new Date(Date.parse('2026-03-01T00:00:00Z') + Math.floor(n / 4) * 86_399_000).toISOString();
    const status = STATUSES[n % STATUSES.length] ?? null;
    const sentBy = n % 8 === 0 ? 'claude' : undefined;
    if (n % 4 === 0)
      return conversion(at, { eventName: 'purchase', eventValue: n / 10, country: 'FR', sentBy });
    if (n % 4 === 1) return referral(at, { source: 'claude', status, country: 'JP' });
    const [botName = '', botCompany = ''] =
      [
        ['GPTBot', 'OpenAI'],
        ['ChatGPT-User', 'OpenAI'],
        ['ClaudeBot', 'Anthropic'],
      ][n % 3] ?? [];
    const verdict = VERDICTS[n % VERDICTS.length] ?? 'unknown';
    const bytes = n % 5 === 0 ? null : n * 1_000;
    return botVisit(at, {
      ...{ botName, botCompany, pagePath: `/${n % 6}`, status, bytes, verdict },
      proof: proofOf(verdict, n),
    });
  }),
];

function proofOf(verdict: string, n: number): Proof | undefined {
  return PROOFS[verdict]?.[n % 2];
}

let gateway: TestGateway;
let from: Exporter;
let into: Exporter;

beforeAll(async () => {
  gateway = startGateway({ db: await holdMigrated() });
  from = await makeExporter(gateway);
  into = await makeExporter(gateway);
  await from.record(EVENTS);
  const lines = (await from.text('events.ndjson?start=2026-01-01')).split('\n').slice(0, -1);
  // the export has the newest first, and of one millisecond the one recorded last
  const stdin = lines.toReversed().join('\n');
  const ran = await runWith({ stdin }, 'events', 'import', '--strict', '--site', into.site.id, '-');
  expect(ran).toMatchObject({ exitCode: 0, stderr: '' });
});

/** What the two sites answer; the ids of their events are their own. */
async function expectSame(ask: (exporter: Exporter) => Promise<unknown>): Promise<void> {
  const [one, other] = [await ask(from), await ask(into)];
  expect(withoutIds(one)).toEqual(withoutIds(other));
  expect(JSON.stringify(one).length).toBeGreaterThan(20);
}

const IDS = new Set(['id', 'eventId', 'cursor', 'next_cursor', 'startCursor', 'endCursor']);

function withoutIds(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (name, field: unknown) => (IDS.has(name) ? undefined : field));
}

describe('an export that is imported elsewhere', () => {
  const DAYS = 'start=2026-02-15&end=2026-03-15';

  it.each([
    `stats?${DAYS}`,
    `stats?detail=true&${DAYS}`,
    `timeseries?${DAYS}`,
    `timeseries?granularity=hour&${DAYS}`,
    `events?limit=1000&${DAYS}`,
    `events?limit=1000&type=bot&${DAYS}`,
    `events?limit=1000&type=conversion&detail=true&${DAYS}`,
    'stats',
  ])('is answered by REST as before: %s', async (question) => {
    await expectSame(async ({ ask }) => {
      const { status, body } = await ask(question);
      expect(status).toBe(200);
      return body as unknown;
    });
  });

  it('is answered by REST as before: sites', async () => {
    await expectSame(async ({ key }) => (await gateway.rest('/api/v1/sites', key)).body as unknown);
  });

  it.each(['csv', 'ndjson'])('is exported as before, as %s', async (format) => {
    const text = async ({ text }: Exporter) => text(`events.${format}?${DAYS}`);
    const withoutId = (line: string) => line.replace(/^(?:\{"id":)?\d+,/, '');
    const [one, other] = [await text(from), await text(into)].map((file) => file.split('\n').map(withoutId));
    expect(one).toEqual(other);
    expect(one?.length).toBeGreaterThan(EVENTS.length);
  });

  it.each(siteQuestions())('is answered by GraphQL as before: %s', async (_, selection) => {
    await expectSame(async ({ key, site }) => {
      const document = `query ($id: ID!) { site(id: $id) { ${selection} } }`;
      const { data, errors } = await askText(gateway, key, document, { id: site.id });
      expect(errors).toBeUndefined();
      return data;
    });
  });
});

const SCHEMA = buildSchema(readFileSync('src/graphql/schema.graphql', 'utf8'));

const ARGUMENTS: Readonly<Record<string, string>> = {
  start: '"2026-02-15"',
  end: '"2026-03-15"',
  compare: 'PREVIOUS_PERIOD',
  first: '500',
  name: '"GPTBot"',
  state: 'UNREAD',
};

/**
 * What recorded the events, and what was noticed about them, is not exported, the edges of a list have the same nodes as the
 * list, and share links are shown to owners only.
 */
const LEFT_OUT = new Set(['sources', 'alerts', 'alertRules', 'mutes', 'notes', 'edges', 'shareLinks']);

/** Every field of a site with all fields below it, and with the arguments for which it answers most. */
function siteQuestions(): readonly (readonly [name: string, selection: string])[] {
  const site = SCHEMA.getType('Site');
  if (!isObjectType(site)) throw new Error('the schema has no sites');
  return shownFields(site).map((field) => [field.name, selectionOf(field)]);
}

function selectionOf({ name, args, type }: GraphQLField<unknown, unknown>): string {
  const given = args.flatMap((arg) => (ARGUMENTS[arg.name] ? `${arg.name}: ${ARGUMENTS[arg.name]}` : []));
  const called = given.length > 0 ? `${name}(${given.join(', ')})` : name;
  const named = getNamedType(type);
  return isObjectType(named) || isInterfaceType(named) ? `${called} { ${fieldsOf(named)} }` : called;
}

function fieldsOf(type: GraphQLObjectType | GraphQLInterfaceType): string {
  if (isInterfaceType(type)) {
    const fragments = SCHEMA.getPossibleTypes(type).map((one) => `... on ${one.name} { ${fieldsOf(one)} }`);
    return ['__typename', ...fragments].join(' ');
  }
  return shownFields(type).map(selectionOf).join(' ');
}

function shownFields(type: GraphQLObjectType): readonly GraphQLField<unknown, unknown>[] {
  return Object.values(type.getFields()).filter(({ name }) => !LEFT_OUT.has(name));
}
