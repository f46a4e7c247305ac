import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { describe, expect, it, onTestFinished } from 'vitest';
import { ignore, readWhole, serve } from '../faults/http.ts';
import { testDatabase } from '../support/gateway.ts';
import { makeOwner, makeSite } from '../support/makers.ts';
import { ERAS, REQUIRED, answerOf, callTool, connectTo, requestOf } from './support.ts';

const db = testDatabase();

describe.each(ERAS)('in the era "%s", a server', (era) => {
  it('lets an assistant list the tools and call each of them, at the same time too', async () => {
    const { accountId, key } = await makeOwner(db);
    const { id } = await makeSite(db, accountId);
    const { url } = await serve(db);
    const client = await connectTo(url, key, { era });

    const { tools } = await client.listTools();
    const answers = await Promise.all(
      tools.map(({ name }) =>
        callTool(client, name, {
          ...(name !== 'list_sites' && { site_id: id }),
          ...REQUIRED[name],
        }),
      ),
    );

    expect(answers.map(answerOf)).toHaveLength(11);
    expect(client.getServerVersion()).toMatchObject({ name: 'site-traffic' });
  });

  it('refuses an assistant without a valid key before anything else', async () => {
    const { url } = await serve(db);
    await expect(connectTo(url, 'st_wrong', { era })).rejects.toThrow();
  });
});

describe('a server', () => {
  /** A POST whose headers are sent. */
  async function open(headers: Record<string, string | number>) {
    const { key } = await makeOwner(db);
    const { url } = await serve(db);
    const asked = request(`${url}/mcp`, {
      method: 'POST',
      agent: false,
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
    });
    asked.on('error', ignore).flushHeaders();
    onTestFinished(() => {
      asked.destroy();
    });
    return asked;
  }

  async function answerTo(asked: Awaited<ReturnType<typeof open>>) {
    const [response] = (await once(asked, 'response')) as [IncomingMessage];
    return { status: response.statusCode, text: (await readWhole(response)).text };
  }

  it('refuses a message that is announced as too large before it arrives', async () => {
    const { status, text } = await answerTo(await open({ 'content-length': 65_537 }));
    expect([status, text]).toEqual([
      413,
      '{"error":"A request to /mcp holds at most 65,536 bytes (64 KiB) and 20 messages.","code":"MESSAGE_TOO_LARGE"}',
    ]);
  });

  it('stops reading an endless message', async () => {
    const asked = await open({});
    const answered = answerTo(asked);
    asked.write(Buffer.alloc(65_536, ' '));
    asked.write('[');
    expect((await answered).status).toBe(413);
  });

  it('knows its own port, and no name of another in the Host header', async () => {
    const asked = await open({ host: 'rebound.example:4000' });
    asked.end(JSON.stringify(requestOf(1, 'ping')));
    const { status, text } = await answerTo(asked);
    expect([status, text]).toEqual([
      403,
      expect.stringMatching(/^\{"error":"The Host header must name http:/),
    ]);
  });
});
