import { describe, expect, it } from 'vitest';
import { createFakeChannels } from '../support/channels.ts';
import { startWithChannels } from './with-channels.ts';

describe('the digest', () => {
  it('is off until the owner sets it, all at once', async () => {
    const { run } = await startWithChannels();
    const fields = '{ every weekday hour nextAt }';
    const off = { every: null, weekday: 1, hour: 7, nextAt: null };
    expect(await run(`{ account { digest ${fields} } }`)).toEqual({ account: { digest: off } });
    // 2026-03-15 is a Sunday
    expect(await run(`mutation { setDigest(every: WEEKLY, weekday: 3, hour: 6) ${fields} }`)).toEqual({
      setDigest: { every: 'WEEKLY', weekday: 3, hour: 6, nextAt: '2026-03-18T06:00:00.000Z' },
    });
    expect(await run(`mutation { setDigest(every: MONTHLY) ${fields} }`)).toEqual({
      setDigest: { every: 'MONTHLY', weekday: 1, hour: 7, nextAt: '2026-04-01T07:00:00.000Z' },
    });
    expect(await run(`mutation { setDigest ${fields} }`)).toEqual({ setDigest: off });
    expect(await run(`mutation { setDigest(every: WEEKLY, weekday: 8) ${fields} }`)).toMatch(
      /^INVALID_PARAMETER/,
    );
    expect(await run(`mutation { setDigest(every: WEEKLY, hour: 24) ${fields} }`)).toMatch(
      /^INVALID_PARAMETER/,
    );
  });

  it('is on from the first channel on that takes it, unless the owner has chosen', async () => {
    const { run, create } = await startWithChannels();
    const digest = async () => (await run('{ account { digest { every nextAt } } }')).account.digest;
    await create('kind: WEBHOOK, name: "hook", target: "https://x.example/w", digest: true');
    expect(await digest()).toEqual({ every: 'WEEKLY', nextAt: '2026-03-16T07:00:00.000Z' });
    await run('mutation { setDigest { every } }');
    await create('kind: SLACK, name: "chat", target: "https://x.example/s", digest: true');
    expect(await digest()).toEqual({ every: null, nextAt: null });
  });

  it('is sent now to each channel that wants it, and what failed is tried again', async () => {
    const channels = createFakeChannels(({ receiver }) =>
      receiver.kind === 'slack' ? { state: 'failed', reason: '500' } : { state: 'delivered' },
    );
    const { run, create } = await startWithChannels(channels);
    await create('kind: SLACK, name: "chat", target: "https://x.example/s", digest: true');
    await create('kind: WEBHOOK, name: "hook", target: "https://x.example/w", digest: true');
    await create('kind: WEBHOOK, name: "none", target: "https://x.example/n"');
    expect(await run('mutation { sendDigest { state attempts reason } }')).toEqual({
      sendDigest: [
        { state: 'FAILED', attempts: 1, reason: '500' },
        { state: 'DELIVERED', attempts: 1, reason: null },
      ],
    });
    expect(await run('{ account { channels { name pending } } }')).toEqual({
      account: {
        channels: [
          { name: 'chat', pending: 1 },
          { name: 'hook', pending: 0 },
          { name: 'none', pending: 0 },
        ],
      },
    });
  });

  it('is shown to its owner as a document that can do nothing', async () => {
    const { gateway, cookie } = await startWithChannels();
    const get = async (headers: Record<string, string>) =>
      gateway.fetch(new Request('http://site-traffic.test/digest/preview', { headers }));
    const packed = await get({ cookie, 'accept-encoding': 'gzip' });
    expect(packed.headers.get('content-encoding')).toBe('gzip');
    // the headers of one answer are not those of the next
    const response = await get({ cookie, 'accept-encoding': 'identity' });
    expect(response.status).toBe(200);
    expect(response.headers.has('content-encoding')).toBe(false);
    expect(response.headers.get('content-security-policy')).toBe(
      "sandbox; default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    );
    expect(response.headers.get('cache-control')).toBe('private, no-store');
    expect(await response.text()).toContain('<!doctype html>');
    const refused = await get({});
    expect([refused.status, await refused.json()]).toMatchObject([403, { code: 'OWNER_REQUIRED' }]);
  });
});
