import { createServer } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { type Serving, useCommandLine } from './support.ts';

const { ask, runBuilt, makeMigrated, run, runWith, serve } = useCommandLine();

const KEY = `st_${'x'.repeat(43)}`;
let server: Serving;
let key = '';
let siteId = '';

beforeAll(async () => {
  await makeMigrated();
  server = await serve('serve');
  const account = ['--account', 'owner@example.com'];
  await ask('account', 'create', '--email', 'owner@example.com', '--plan', 'pro');
  ({ id: siteId } = (await ask('site', 'create', ...account, '--domain', 'x.com')) as { id: string });
  ({ key } = (await ask('key', 'create', ...account)) as { key: string });
});

/** Environment of the command with the running server. */
const env = () => ({ SITE_TRAFFIC_URL: server.url, SITE_TRAFFIC_KEY: key });

function lines(text: string): unknown[] {
  return text.split('\n').flatMap((line) => (line === '' ? [] : [JSON.parse(line) as unknown]));
}

const PING = '{"jsonrpc":"2.0","id":1,"method":"ping"}\n';

describe.each(['legacy', 'auto'] as const)('in the era "%s", an assistant on stdio', (mode) => {
  it('lists the tools and calls them through the built program', async () => {
    const { PATH = '' } = process.env;
    const client = new Client({ name: 'test', version: '1' }, { versionNegotiation: { mode } });
    onTestFinished(() => client.close());
    await client.connect(
      new StdioClientTransport({
        command: process.execPath,
        args: ['dist/cli.js', 'mcp'],
        env: { PATH, ...env() },
        stderr: 'inherit',
      }),
    );

    const { tools } = await client.listTools();
    const results = await Promise.all([
      client.callTool({ name: 'list_sites', arguments: {} }),
      client.callTool({ name: 'stats', arguments: { site_id: siteId } }),
      client.callTool({ name: 'stats', arguments: { site_id: 'site_nobodys' } }),
    ]);

    expect(tools).toHaveLength(11);
    expect(results).toMatchObject([
      { structuredContent: { sites: [{ id: siteId, domain: 'x.com' }] } },
      { structuredContent: { totals: { bot_visits: 0 } } },
      { isError: true },
    ]);
  });
});

describe('the command mcp', () => {
  it('does not start without a key', async () => {
    expect(await run('mcp')).toEqual({
      exitCode: 2,
      stdout: '',
      stderr:
        'site-traffic: SITE_TRAFFIC_KEY is missing; set it to an API key of the server, made by: site-traffic key create --account EMAIL\n',
    });
  });

  it('does not start with what is no key, and does not repeat it', async () => {
    const { exitCode, stderr } = await runWith({ env: { SITE_TRAFFIC_KEY: 'hunter2' } }, 'mcp');
    expect([exitCode, stderr]).toEqual([
      2,
      'site-traffic: SITE_TRAFFIC_KEY must be an API key, which begins with st_\n',
    ]);
  });

  it('answers everything before it ends with its input, and writes nothing else', async () => {
    const notification = '{"jsonrpc":"2.0","method":"notifications/initialized"}\n';
    const last = PING.replace('"id":1', '"id":2').trim();
    const stdin = `${PING}\n${notification}no json\n${last}`;

    const { exitCode, stdout, stderr } = await runBuilt({ stdin, env: env() }, 'mcp');

    expect([exitCode, stderr]).toEqual([0, '']);
    const answers = lines(stdout);
    const expected = [
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 2, result: {} },
      {
        jsonrpc: '2.0',
        id: null,
        error: { code: -32_700, message: 'a line must be a JSON message of at most 65536 bytes' },
      },
    ];
    expect(answers).toEqual(expect.arrayContaining(expected));
    expect(answers).toHaveLength(expected.length);
  });

  it('answers more than it forwards at a time', async () => {
    const ids = Array.from({ length: 40 }, (_, id) => id);
    const stdin = ids.map((id) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })).join('\n');
    const { stdout } = await runWith({ stdin, env: env() }, 'mcp');
    const answered = (lines(stdout) as { id: number }[]).map(({ id }) => id);
    expect(answered.toSorted((a, b) => a - b)).toEqual(ids);
  });

  it('answers a line that is too long, and goes on', async () => {
    const stdin = `"${'x'.repeat(70_000)}"\n${PING}`;
    const { stdout } = await runWith({ stdin, env: env() }, 'mcp');
    expect(lines(stdout)).toMatchObject([
      { id: null, error: { code: -32_700 } },
      { id: 1, result: {} },
    ]);
  });

  it('answers in the words of the server when that refuses the key', async () => {
    const { stdout } = await runWith({ stdin: PING, env: { ...env(), SITE_TRAFFIC_KEY: KEY } }, 'mcp');
    expect(lines(stdout)).toEqual([
      {
        jsonrpc: '2.0',
        id: 1,
        error: {
          code: -32_000,
          message: 'API key invalid or revoked. Send "Authorization: Bearer <API_KEY>" with a valid key.',
          data: { code: 'INVALID_KEY', status: 401 },
        },
      },
    ]);
  });

  it('says which setting to look at when no server answers, or another one', async () => {
    const other = createServer((_, response) => {
      response.writeHead(302, { location: 'http://127.0.0.1:9/' }).end();
    }).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const wrong = await runWith(
      { stdin: PING, env: { SITE_TRAFFIC_KEY: KEY, SITE_TRAFFIC_URL: url } },
      'mcp',
    );
    other.close();
    await once(other, 'close');
    const nobody = await runWith(
      { stdin: PING, env: { SITE_TRAFFIC_KEY: KEY, SITE_TRAFFIC_URL: url } },
      'mcp',
    );

    const messages = [wrong, nobody].map(
      ({ stdout }) => (lines(stdout) as { error: { message: string } }[])[0]?.error.message,
    );
    expect(messages).toEqual([
      `${url} answered with the status 302, and not as this service does (SITE_TRAFFIC_URL)`,
      expect.stringMatching(
        /^http:\/\/127\.0\.0\.1:\d+ does not answer \(SITE_TRAFFIC_URL\): .*ECONNREFUSED/,
      ),
    ]);
  });
});
