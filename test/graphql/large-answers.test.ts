import { expect, it } from 'vitest';
import type { PreparedQuery } from '../../src/database/statement.ts';
import { NOW_MS, openLoneDoor } from '../execution/lone-door.ts';
import { eventsAsText } from '../support/rows-as-text.ts';

const ACCOUNTS = [1, 2, 3];
const SITES = ACCOUNTS.map((accountId) => ({
  ...{ id: `site_${accountId}`, accountId, domain: 'a.example', name: 'A', createdAtMs: NOW_MS },
}));

/** A page reads one event more than it shows, and this many are not held up. */
const SHORT = 10;

/** A door that holds up pages of events, those of `SHORT` excepted, until it is told not to. */
function open() {
  const read: number[] = [];
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => (release = resolve));
  let accountId = 1;
  async function query({ name, values }: PreparedQuery): Promise<readonly unknown[]> {
    if (!name.startsWith('first_events')) return SITES;
    const shown = Number(values.at(-1)) - 1;
    read.push(shown);
    if (shown !== SHORT) await released;
    return [eventsAsText(name, [])];
  }
  const { post } = openLoneDoor({ query, accountId: () => accountId });
  /** Three pages of as many events, of the site of an account. */
  const ask = (account: number, first: number) => {
    accountId = account;
    const pages = [1, 2, 3].map((n) => `p${n}: events(first: ${first}) { nodes { id } }`);
    return post({ query: `{ site(id: "site_${account}") { ${pages.join(' ')} } }` });
  };
  return { ask, read, release };
}

it('large answers are built four at a time, two of one account, and two pages of each are read at once', async () => {
  const { ask, read, release } = open();
  const large = [
    ...[901, 902, 903, 904].map((first) => ask(1, first)),
    ...[911, 912, 913].map((first) => ask(2, first)),
    ask(3, 921),
  ];
  await ask(3, SHORT);
  expect(read.filter((shown) => shown !== SHORT).toSorted()).toEqual([
    901, 901, 902, 902, 911, 911, 912, 912,
  ]);

  release();
  const answers = await Promise.all(large);

  expect(answers.map(({ body }) => body.errors)).toEqual(large.map(() => undefined));
  expect(read).toHaveLength(3 * (large.length + 1));
});

it('large answers are OVERLOADED beyond the 24 of an account that may wait, and nothing of them is read', async () => {
  const { ask, read, release } = open();
  const large = Array.from({ length: 27 }, () => ask(1, 901));
  await ask(1, SHORT);
  release();
  const answers = await Promise.all(large);

  const refused = answers.filter(({ status }) => status !== 200);
  expect(refused.map(({ status, headers, body }) => [status, headers.get('retry-after'), body])).toEqual([
    [
      503,
      '1',
      {
        errors: [
          {
            message: 'The service is overloaded. Retry in a few seconds.',
            extensions: { code: 'OVERLOADED' },
          },
        ],
      },
    ],
  ]);
  expect(read).toHaveLength(3 * 27);
});
