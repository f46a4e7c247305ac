import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { type ExampleCall, exampleOf } from '../../src/dashboard/docs/examples.ts';
import { operationsOf } from '../../src/dashboard/docs/build/operations.ts';
import openapi from '../../src/openapi/openapi.json' with { type: 'json' };
import { useCommandLine } from './support.ts';

const program = useCommandLine();
const operations = operationsOf(openapi, readFileSync('src/graphql/schema.graphql', 'utf8'));

const RANGE = { start: '2026-03-01', end: '2026-03-31' };

/** Runs each example as a reader would who copied it, with the key and the site in the environment. */
async function runExamples(call: ExampleCall, env: NodeJS.ProcessEnv) {
  const [curl, script, python] = (['curl', 'JavaScript', 'Python'] as const).map((language) => {
    const text = exampleOf(language, call) ?? '';
    const file = join(program.folder, `${call.operation.slug}.${language}.mjs`);
    writeFileSync(file, text);
    return { text, file };
  });
  const run = async (command: string, ...args: readonly string[]) => {
    const { stdout } = await promisify(execFile)(command, args, {
      env: { ...env, PATH: process.env['PATH'] },
    });
    return stdout.trim();
  };
  return Promise.all([
    run('sh', '-c', (curl?.text ?? '').replace('curl ', 'curl -s -w "%{http_code}" ')),
    run(process.execPath, script?.file ?? ''),
    run('python3', python?.file ?? ''),
  ]);
}

describe('the examples of the reference', () => {
  it('ask what REST answers, record, and say the same in GraphQL', async () => {
    await program.makeMigrated();
    const { url, kill, ended } = await program.serve('serve');
    await program.run('account', 'create', '--email', 'owner@example.com', '--plan', 'pro');
    const account = ['--account', 'owner@example.com'];
    const site = (await program.ask('site', 'create', ...account, '--domain', 'example.com')) as {
      id: string;
    };
    const read = (await program.ask('key', 'create', ...account)) as { key: string };
    const collecting = ['--scope', 'collect', '--site', site.id];
    const collect = (await program.ask('key', 'create', ...account, ...collecting)) as { key: string };
    const ask = async (path: string, init: RequestInit = {}) =>
      (
        await fetch(url + path, {
          ...init,
          headers: { authorization: `Bearer ${read.key}`, 'content-type': 'application/json' },
        })
      ).text();

    for (const operation of operations) {
      const isReading = operation.method === 'GET';
      const values: ExampleCall['values'] = isReading
        ? {
            ...RANGE,
            granularity: 'hour',
            type: 'bot',
            compare: 'previous-year',
            detail: 'true',
            order_by: 'failed',
            state: operation.slug === 'alerts' ? 'over' : 'unread',
          }
        : {};
      const call = { operation, origin: url, values, body: operation.bodyExample };
      const env = { KEY: isReading ? read.key : collect.key, SITE: site.id };
      const [curl, script, python] = await runExamples(call, env);
      const query = new URLSearchParams(
        operation.parameters.some(({ name }) => name === 'start') ? values : {},
      );
      const path = operation.path.replace('{siteId}', site.id).replace('{botName}', 'GPTBot');
      const body = isReading ? await ask(`${path}?${String(query)}`) : '{"recorded":1,"passed_over":0}';

      expect([curl, script, python]).toEqual([`${body}200`, `200 ${body}`, `200 ${body}`]);

      const document = exampleOf('GraphQL', { ...call, values: { ...values, siteId: site.id } });
      expect(document === undefined).toBe(!isReading);
      if (document === undefined) continue;
      const answer = await ask('/graphql', {
        method: 'POST',
        body: JSON.stringify({ query: document }),
      });
      expect(JSON.parse(answer)).not.toHaveProperty('errors');
    }
    kill('SIGTERM');
    expect(await ended).toBe(0);
  });
});
