import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll } from 'vitest';

type Given = Readonly<Record<string, unknown>>;

export type Received = {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
};

/** A receiver of messages on this machine, for the tests of a file. It answers with the status that a test says. */
export function useReceiver() {
  const received: Received[] = [];
  let status = 200;
  const server = createServer((request, response) => {
    void text(request).then((body) => {
      received.push({ headers: request.headers as Received['headers'], body });
      response.writeHead(status).end('said the receiver');
    });
  });
  beforeAll(() => new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve)));
  afterAll(() => new Promise((resolve) => server.close(resolve)));
  return {
    received,
    url: (path: string) => `http://127.0.0.1:${Object(server.address()).port}${path}`,
    answer(next: number) {
      status = next;
    },
  };
}

/** A channel as the dashboard reads it: all is well with it. */
export function channelParts(given: Given = {}): Given {
  return {
    ...{ id: 'channel_1', kind: 'SLACK', name: 'shop-ops', target: 'https://hooks.slack.com/…k2Qd' },
    ...{ confirmed: true, enabled: true, siteIds: null, digest: false, pending: 0, givenUp: 0 },
    kinds: ['NEW_BOT', 'SURGE', 'SILENCE', 'ERRORS', 'IMPOSTORS', 'QUOTA'],
    lastDelivery: { at: '2026-11-20T09:00:00.000Z', state: 'DELIVERED', reason: null, nextAt: null },
    ...given,
  };
}

/** From now on the settings read these channels, whatever the account has. */
export async function withChannels(page: Page, channels: readonly Given[]): Promise<void> {
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const { account } = answer.data ?? {};
    if (account?.channels) account.channels = channels;
    await route.fulfill({ response, json: answer });
  });
}
