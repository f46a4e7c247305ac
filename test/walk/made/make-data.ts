import { createRandom } from '../../../src/cli/demo/random.ts';
import { runCommand } from '../command.ts';
import { type Session, signIn } from '../owner.ts';
import { type MadeEvent, type Making, eventOfNow, fewEvents, yearOfEvents } from './events.ts';
import { BIG_DOMAIN, MADE_SITES, type MadeSite } from './sites.ts';

/** Whose sites these are, and how they sign in. */
export const EMAIL = 'owner.of.many.sites@example.com';
export const PASSWORD = 'correct horse battery';

/** The browsers of five sessions: four of them call themselves the same. */
const BROWSERS = [
  ...Array.from({ length: 4 }, () => agentOf('X11; Linux x86_64')),
  agentOf('Macintosh; Intel Mac OS X 10_15_7'),
];

function agentOf(system: string): string {
  return `Mozilla/5.0 (${system}) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36`;
}

const SEED = 28;

/** Creates the account, before anything serves the folder. */
export async function makeAccount(dataFolder: string): Promise<void> {
  await runCommand(dataFolder, ['migrate']);
  await runCommand(dataFolder, ['account', 'create', '--email', EMAIL]);
}

/** Creates the sites and their events, through the service that serves the folder. */
export async function makeData(
  { url, dataFolder }: { readonly url: string; readonly dataFolder: string },
  nowMs: number,
): Promise<void> {
  const making = { random: createRandom(SEED), nowMs };
  const link = await runCommand(dataFolder, ['account', 'invite', EMAIL]);
  const [, token = ''] = /#token=(\S+)/.exec(link) ?? [];
  const [firstBrowser = '', ...browsers] = BROWSERS;
  const session = await signIn(url, { token, password: PASSWORD }, firstBrowser);
  for (const browser of browsers) await signIn(url, { email: EMAIL, password: PASSWORD }, browser);
  for (const site of MADE_SITES) {
    const siteId = await createSite(session, site);
    if (site.recorded.kind === 'year') await importYear(dataFolder, siteId, making);
    else await recordFew({ url, session, siteId }, site, making);
  }
}

/** Another session of the owner. */
export function signInAgain(url: string): Promise<Session> {
  return signIn(url, { email: EMAIL, password: PASSWORD }, agentOf('X11; Linux x86_64'));
}

async function createSite(session: Session, { domain, name }: MadeSite): Promise<string> {
  const { createSite: site } = await session.ask<{ createSite: { id: string } }>(
    'mutation ($domain: String!, $name: String) { createSite(domain: $domain, name: $name) { id } }',
    { domain, name },
  );
  return site.id;
}

async function importYear(dataFolder: string, siteId: string, making: Making): Promise<void> {
  const args = ['events', 'import', '--strict', '--site', siteId, '-'];
  await runCommand(dataFolder, args, linesOf(yearOfEvents(making)));
}

function* linesOf(events: Iterable<MadeEvent>): Generator<string> {
  for (const event of events) yield `${JSON.stringify(event)}\n`;
}

type Recording = { readonly url: string; readonly session: Session; readonly siteId: string };

async function recordFew(recording: Recording, site: MadeSite, making: Making): Promise<void> {
  if (site.recorded.kind === 'never') return;
  await collect(recording, [...fewEvents(making, site.recorded)]);
}

/** Records an event of this moment to the big site. */
export async function recordNow(url: string, session: Session, nowMs: number): Promise<void> {
  const { sites } = await session.ask<{ sites: readonly { id: string; domain: string }[] }>(
    '{ sites { id domain } }',
  );
  const siteId = sites.find(({ domain }) => domain === BIG_DOMAIN)?.id ?? '';
  await collect({ url, session, siteId }, [eventOfNow(nowMs)]);
}

async function collect({ url, session, siteId }: Recording, events: readonly MadeEvent[]): Promise<void> {
  const { createKey } = await session.ask<{ createKey: { key: string } }>(
    'mutation ($siteId: ID!) { createKey(name: "A site of its own", scope: COLLECT, siteId: $siteId) { key } }',
    { siteId },
  );
  const headers = { Authorization: `Bearer ${createKey.key}`, 'Content-Type': 'application/json' };
  const path = `${url}/collect/sites/${siteId}/events`;
  const response = await fetch(path, { method: 'POST', headers, body: JSON.stringify(events) });
  if (!response.ok) throw new Error(await response.text());
}
