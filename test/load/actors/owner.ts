import { byOperator } from '../../../src/operations/owner/in-account.ts';
import { invite } from '../../../src/operations/owner/invitations.ts';
import type { Answer } from '../caller.ts';
import { codeOf } from '../journal.ts';
import { type DrivenSite, shown } from '../service.ts';
import { PUBLIC_URL, type World, makeDrivenSite } from '../world.ts';
import type { Actor } from './actor.ts';

const PASSWORD = 'correct horse battery';
const FROM_PAGE = { origin: PUBLIC_URL, 'content-type': 'application/json' };

/** An owner with a password. */
type Owner = DrivenSite & { readonly cookie: string };

async function makeSignedIn(world: World): Promise<Owner> {
  const { db } = world.topology;
  const site = await makeDrivenSite(world.topology, world.days);
  const { token } = await invite(byOperator(db, Date.now()), site.email);
  const answer = await askSession(world, 0, { token, password: PASSWORD });
  if (answer?.status !== 200) throw new Error('the owner could not sign in');
  return { ...site, cookie: cookieOf(answer) };
}

/** Signs in on one process, reads on both as a dashboard does, signs out on the other, and is refused on both. */
export async function createSessions(world: World): Promise<Actor> {
  const { email, ledger } = await makeSignedIn(world);
  const { journal } = world;
  return {
    name: 'session',
    async act(process) {
      const signedIn = await askSession(world, process, { email, password: PASSWORD });
      if (signedIn === undefined) return false;
      if (signedIn.status !== 200) return wrong(journal, 'a sign-in', signedIn);
      const cookie = cookieOf(signedIn);
      const document = `{ account { email } site(id: "${ledger.siteId}") { domain } }`;
      const read = await askBoth(world, 'session', cookie, document);
      for (const answer of read) {
        const { data } = answer.body as { data?: { account?: { email: string } } };
        if (data?.account?.email !== email) wrong(journal, 'a session', answer);
      }
      const out = await world.ask('session', process + 1, {
        method: 'DELETE',
        path: '/session',
        headers: { ...FROM_PAGE, cookie },
      });
      if (out === undefined) return false;
      const after = await askBoth(world, 'session', cookie, document);
      for (const answer of after)
        if (codeOf(answer.body) !== 'SESSION_ENDED') wrong(journal, 'a session that was ended', answer);
      return read.length + after.length === 4;
    },
  };
}

/** Makes a key on one process, uses it on both, revokes it on the other, and is refused on both. */
export async function createRevocations(world: World): Promise<Actor> {
  const { cookie } = await makeSignedIn(world);
  const { journal } = world;
  return {
    name: 'revoke',
    async act(process) {
      const made = await mutate(world, process, cookie, CREATE);
      if (made === undefined) return false;
      const { createKey } = (made.body as { data: { createKey?: { key: string; apiKey: { id: string } } } })
        .data;
      if (!createKey) return wrong(journal, 'a new key', made);
      const used = await useOnBoth(world, createKey.key);
      for (const answer of used) if (answer.status !== 200) wrong(journal, 'a key', answer);
      const revoked = await mutate(
        world,
        process + 1,
        cookie,
        `{ revokeKey(id: "${createKey.apiKey.id}") { id } }`,
      );
      if (revoked === undefined) return false;
      const after = await useOnBoth(world, createKey.key);
      for (const answer of after)
        if (codeOf(answer.body) !== 'INVALID_KEY') wrong(journal, 'a revoked key', answer);
      return used.length + after.length === 4;
    },
  };
}

const CREATE = '{ createKey(name: "load", scope: READ) { key apiKey { id } } }';

async function askSession(world: World, process: number, body: object): Promise<Answer | undefined> {
  const asked = { method: 'POST', path: '/session', headers: FROM_PAGE, body: JSON.stringify(body) };
  return world.ask('session', process, asked);
}

async function mutate(
  world: World,
  process: number,
  cookie: string,
  fields: string,
): Promise<Answer | undefined> {
  return askGraphql(world, 'revoke', { process, cookie, query: `mutation ${fields}` });
}

/** The answers, without those of processes that failed. */
async function askBoth(
  world: World,
  actor: string,
  cookie: string,
  query: string,
): Promise<readonly Answer[]> {
  const asking = [0, 1].map((process) => askGraphql(world, actor, { process, cookie, query }));
  return (await Promise.all(asking)).filter((answer) => answer !== undefined);
}

type Document = { readonly process: number; readonly cookie: string; readonly query: string };

function askGraphql(world: World, actor: string, { process, cookie, query }: Document) {
  const headers = { ...FROM_PAGE, cookie };
  return world.ask(actor, process, {
    method: 'POST',
    path: '/graphql',
    headers,
    body: JSON.stringify({ query }),
  });
}

async function useOnBoth({ ask }: World, key: string): Promise<readonly Answer[]> {
  const headers = { authorization: `Bearer ${key}` };
  const asking = [0, 1].map((process) => ask('revoke', process, { path: '/api/v1/sites', headers }));
  return (await Promise.all(asking)).filter((answer) => answer !== undefined);
}

function cookieOf({ headers }: Answer): string {
  return headers['set-cookie']?.[0]?.split(';')[0] ?? '';
}

function wrong(journal: World['journal'], what: string, answer: Answer): false {
  journal.wrong(`${what}: ${shown(answer)}`);
  return false;
}
