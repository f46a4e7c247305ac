import { pino } from 'pino';
import { expect, it } from 'vitest';
import { type Scope, type TraceSpan, createScopes } from '../../src/telemetry/scope.ts';
import { watchStatements } from '../../src/telemetry/watch-statements.ts';

/** Statements that are watched, and what is logged and traced of them. */
function watched(slowMs: number) {
  const logged: unknown[] = [];
  const spans: string[] = [];
  const log = pino({}, { write: (line: string) => logged.push(JSON.parse(line)) });
  const scopes = createScopes();
  const span: TraceSpan = {
    operation: () => span,
    statement(name) {
      spans.push(name);
      return span;
    },
    end: (result = {}) => spans.push('error' in result ? 'failed' : 'ended'),
  };
  const send = watchStatements({ scopes, log, slowMs });
  const scope: Scope = { requestId: 'request 1', span };
  return { logged, spans, send, within: <Result>(work: () => Result) => scopes.run(scope, work) };
}

it('slow statements are logged with their request and their name, and never with a text or a value', async () => {
  const { logged, spans, send, within } = watched(0);
  const query = { name: 'find_key', text: 'select secret', values: ['secret'] };

  expect(await within(() => send(query, () => Promise.resolve('found')))).toBe('found');
  await within(() => send({ text: 'select secret', values: [] }, () => Promise.resolve()));
  await send({ text: 'commit', values: [] }, () => Promise.resolve());

  expect(logged).toMatchObject([
    { level: 40, msg: 'slow statement', requestId: 'request 1', statement: 'find_key' },
    { requestId: 'request 1', statement: 'unnamed' },
    { statement: 'commit' },
  ]);
  expect(JSON.stringify(logged)).not.toContain('secret');
  expect(spans).toEqual(['find_key', 'ended', 'unnamed', 'ended']);
});

it('statements that are fast enough are not logged, and those that fail fail as they would', async () => {
  const { logged, spans, send, within } = watched(Infinity);
  const fault = new Error('the database is away');

  const sent = within(() => send({ name: 'find_key', text: '', values: [] }, () => Promise.reject(fault)));

  await expect(sent).rejects.toBe(fault);
  expect([logged, spans]).toEqual([[], ['find_key', 'failed']]);
});
