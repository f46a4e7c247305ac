import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createFakeChannels } from '../support/channels.ts';
import type { GatewayOptions } from '../support/gateway.ts';
import { SECRETS, startWithChannels } from './with-channels.ts';

describe('a link in a mail', () => {
  async function mail(options: GatewayOptions = {}) {
    const started = await startWithChannels(createFakeChannels(), options);
    const made = await started.create('kind: EMAIL, name: "Ann", target: "ann@example.org"');
    const id = made.createChannel.channel.id as string;
    const { rows } = await sql<{ token: string }>`
      select token from channels where id = ${Number(id.slice('channel_'.length))}`.execute(
      started.gateway.db,
    );
    const token = SECRETS.open(rows[0]?.token ?? '', `channels.token ${id.slice('channel_'.length)}`);
    const open = async (method: string, link: string) => {
      const request = new Request(`http://site-traffic.test/mail/${link}`, {
        method,
        ...(method === 'POST' && {
          body: 'List-Unsubscribe=One-Click',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
        }),
      });
      const response = await started.gateway.fetch(request, {
        client: () => '192.0.2.7',
        cut: () => undefined,
      });
      return { status: response.status, headers: response.headers, text: await response.text() };
    };
    const state = async () =>
      (await started.run('{ account { channels { confirmed enabled } } }')).account.channels[0];
    return { ...started, id, token, open, state };
  }

  it('asks before it does anything, and confirms', async () => {
    const { open, token, state, gateway } = await mail();
    const asked = await open('GET', `c_${token}`);
    expect([asked.status, asked.text]).toEqual([200, expect.stringContaining('<button>Confirm</button>')]);
    expect(asked.headers.get('content-security-policy')).toContain("form-action 'self'");
    expect(await state()).toEqual({ confirmed: false, enabled: true });
    expect((await open('POST', `c_${token}`)).text).toContain('<h1>Confirmed</h1>');
    expect((await open('POST', `c_${token}`)).status).toBe(200);
    expect(await state()).toEqual({ confirmed: true, enabled: true });
    expect(JSON.stringify(gateway.logged())).not.toContain(token);
  });

  it('unsubscribes with one click, and the owner must ask again', async () => {
    const { open, token, state, run, id } = await mail();
    await open('POST', `c_${token}`);
    expect((await open('GET', `u_${token}`)).text).toContain('<button>Unsubscribe</button>');
    expect(await state()).toEqual({ confirmed: true, enabled: true });
    expect((await open('POST', `u_${token}`)).text).toContain('<h1>Unsubscribed</h1>');
    expect(await state()).toEqual({ confirmed: false, enabled: false });
    // the link in the mail before confirms nothing now
    expect((await open('POST', `c_${token}`)).status).toBe(404);
    expect(await run(`mutation { changeChannel(id: "${id}", enabled: true) { pending confirmed } }`)).toEqual(
      {
        changeChannel: { pending: 1, confirmed: false },
      },
    );
  });

  it('of nobody changes nothing, and may not be guessed', async () => {
    const { open, state } = await mail();
    expect((await open('GET', 'x_nothing')).status).toBe(404);
    expect((await open('POST', `u_${'A'.repeat(43)}`)).status).toBe(404);
    expect(await state()).toEqual({ confirmed: false, enabled: true });
    for (let n = 0; n < 60; n++) await open('POST', `u_${String(n).padStart(43, 'A')}`);
    expect((await open('POST', `u_${'B'.repeat(43)}`)).status).toBe(429);
  });
});
