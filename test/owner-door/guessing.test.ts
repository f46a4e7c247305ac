import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { startGateway } from '../support/gateway.ts';
import { PASSWORD, ask, cookieOf, makeInvitation, makeSignedIn, send } from './support.ts';

const HOME = '203.0.113.1';
const GUESSER = '198.51.100.7';

/** One of the 256 networks that have the first 56 bits in common. */
const networkOf = (network: number) => `2001:db8:0:${network.toString(16)}::/64`;

/** A gateway where somebody guesses passwords. */
function start() {
  const gateway = startGateway();
  const guess = async (email: string, times: number, address = GUESSER) => {
    const statuses: number[] = [];
    for (let guesses = 0; guesses < times; guesses += 1)
      statuses.push(
        (await send(gateway, { email, password: `wrong password ${guesses}` }, { address })).status,
      );
    return statuses;
  };
  const enter = (email: string, address: string) => send(gateway, { email, password: PASSWORD }, { address });
  return { gateway, guess, enter };
}

it('ten wrong passwords for an account are looked at in 60 seconds from one address, whether or not it exists', async () => {
  const { gateway, guess, enter } = start();
  const { email } = await makeSignedIn(gateway);

  expect(await guess(email, 12)).toEqual([...Array<number>(10).fill(401), 429, 429]);
  expect(await guess(`${randomUUID()}@example.com`, 12)).toEqual([...Array<number>(10).fill(401), 429, 429]);

  gateway.clock.advance(20_000);
  const refused = await enter(email.toUpperCase(), GUESSER);
  expect([refused.status, refused.headers.get('retry-after'), refused.body]).toEqual([
    429,
    '40',
    {
      error: 'Too many failed sign-ins from your address. Wait 40 seconds.',
      code: 'RATE_LIMITED',
      retry_after: 40,
    },
  ]);
  gateway.clock.advance(40_000);
  expect((await enter(email, GUESSER)).status).toBe(200);
});

it('wrong passwords count for the account that the address names, in whatever spelling', async () => {
  const { guess } = start();
  const name = `${randomUUID()}@example.com`;

  expect(await guess(`kr\u00E9${name}`, 5)).toEqual(Array(5).fill(401));
  expect(await guess(`KRe\u0301${name}`, 6)).toEqual([...Array<number>(5).fill(401), 429]);
  expect(await guess(`\u212Ar\u00E9${name}`, 1)).toEqual([401]);
});

it('thirty wrong sign-ins are looked at from one address, to whatever accounts and by links', async () => {
  const { gateway, guess } = start();
  const { email } = await makeSignedIn(gateway);
  const token = await makeInvitation(gateway, email);
  for (let accounts = 0; accounts < 28; accounts += 1) await guess(`${randomUUID()}@example.com`, 1);
  const links = [1, 2, 3].map(
    async () => (await send(gateway, { token: 'wrong' }, { address: GUESSER })).status,
  );

  expect((await Promise.all(links)).toSorted()).toEqual([401, 401, 429]);
  expect((await send(gateway, { token, password: PASSWORD }, { address: GUESSER })).status).toBe(429);
  expect((await send(gateway, { token, password: PASSWORD }, { address: HOME })).status).toBe(200);
});

it('sixty wrong sign-ins are looked at from the networks of one customer, which have the first 56 bits in common', async () => {
  const { enter, gateway } = start();
  const { email } = await makeSignedIn(gateway);
  // a wrong link costs no scrypt
  const statuses: number[] = [];
  for (let network = 0; network < 62; network += 1)
    statuses.push((await send(gateway, { token: 'wrong' }, { address: networkOf(network) })).status);

  expect(statuses).toEqual([...Array<number>(60).fill(401), 429, 429]);
  expect((await enter(email, networkOf(255))).status).toBe(429);
  expect((await enter(email, '2001:db8:0:100::/64')).status).toBe(200);
});

it("an owner's right password gets in while 200 networks of one customer guess", async () => {
  const { guess, enter, gateway } = start();
  const { email } = await makeSignedIn(gateway);
  const hammer = Promise.all(
    Array.from({ length: 200 }, (_, network) => guess(email, 1, networkOf(network))),
  );

  const statuses: number[] = [];
  for (let times = 0; times < 5; times += 1) statuses.push((await enter(email, HOME)).status);

  expect(statuses).toEqual([200, 200, 200, 200, 200]);
  const guesses = (await hammer).flat();
  // two are checked at a time; of the five that wait, one makes room when the owner comes
  expect(guesses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(2);
  expect(guesses.filter((status) => status === 503).length).toBeGreaterThan(0);
});

it('the owner is not locked out by others who guess', async () => {
  const { gateway, guess, enter } = start();
  const { email, cookie } = await makeSignedIn(gateway);
  await guess(email, 11);
  await guess(email, 11, '198.51.100.8');

  expect((await ask(gateway, cookie, '{ sites { id } }')).status).toBe(200);
  const signedIn = await enter(email, HOME);
  expect(signedIn.status).toBe(200);
  expect((await ask(gateway, cookieOf(signedIn), '{ sites { id } }')).status).toBe(200);
});

it('sixty wrong cookies are looked up in 60 seconds from one address, and the sessions behind it go on', async () => {
  const { gateway, enter } = start();
  const { email, cookie } = await makeSignedIn(gateway);
  const query = '{ sites { id } }';
  const use = (given: string, address = GUESSER) =>
    send(gateway, { query }, { path: '/graphql', address, headers: { cookie: given } });
  for (let times = 0; times < 60; times += 1) expect((await use(`session=${times}`)).status).toBe(401);

  const refused = await use('session=x');
  expect([refused.status, refused.headers.get('retry-after'), refused.body.errors]).toEqual([
    429,
    '60',
    [
      {
        message:
          'Too many requests with invalid session cookies from your address. Sign in again, and wait 60 seconds.',
        extensions: { code: 'RATE_LIMITED', retry_after: 60 },
      },
    ],
  ]);
  expect((await use(cookie)).status).toBe(200);
  expect((await use(cookieOf(await enter(email, GUESSER)))).status).toBe(200);
  expect((await use('session=x', HOME)).status).toBe(401);
});

it('many sign-ins at once are refused with OVERLOADED, and none of those waits long', async () => {
  const { gateway, enter } = start();
  const { email } = await makeSignedIn(gateway);

  const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => enter(email, `203.0.113.${n}`)));

  const refused = answers.filter(({ status }) => status === 503);
  expect(answers.filter(({ status }) => status === 200).length + refused.length).toBe(40);
  expect(refused.length).toBeGreaterThan(0);
  expect([refused[0]?.headers.get('retry-after'), refused[0]?.body]).toEqual([
    '1',
    { error: expect.stringContaining('overloaded') as unknown, code: 'OVERLOADED' },
  ]);
});
