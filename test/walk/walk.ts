import { chromium } from 'playwright-core';
import { formatDate } from '../../src/domain/time.ts';
import { launchChromium } from '../support/chromium.ts';
import { BIG_DOMAIN } from './made/sites.ts';
import { signInAgain } from './made/make-data.ts';
import type { Finding } from './finding.ts';
import { measureFirstLoad } from './first-load.ts';
import { watchIdle } from './idle.ts';
import type { Session } from './owner.ts';
import { type Places, SCREENS } from './screens.ts';
import { walkScreen } from './walk-screen.ts';

type Options = {
  /** A folder for pictures of each screen at each size. */
  readonly screenshots: string | undefined;
  /** The names of the screens to walk; undefined for all. */
  readonly only: readonly string[] | undefined;
  readonly tell: (line: string) => void;
};

/** Walks the screens of a service, and resolves with what is wrong and what was measured. */
export async function walkAll(
  url: string,
  { screenshots, only, tell }: Options,
): Promise<{ readonly findings: readonly Finding[]; readonly figures: readonly string[] }> {
  const findings: Finding[] = [];
  const session = await signInAgain(url);
  const server = await launchChromium();
  const browser = await chromium.connect(server.wsEndpoint());
  const walk = {
    ...{ url, browser, cookie: session.cookie, places: await placesOf(session) },
    report: (finding: Finding) => void findings.push(finding),
  };
  const isWalked = ({ name }: { readonly name: string }) => only?.includes(name) ?? true;
  const figures: string[] = [];
  try {
    for (const screen of SCREENS.filter(isWalked)) {
      tell(screen.name);
      await walkScreen(walk, screen, screenshots);
    }
    const resting = SCREENS.filter(({ name }) => ['all sites', 'overview'].includes(name)).filter(isWalked);
    for (const screen of resting) figures.push(...(await measureFirstLoad(walk, screen)));
    if (resting.length > 0) tell('idle');
    figures.push(...(await watchIdle(walk, session, resting)));
  } finally {
    await browser.close();
    await server.close();
  }
  return { findings, figures };
}

async function placesOf(session: Session): Promise<Places> {
  const { sites } = await session.ask<{ sites: readonly { id: string; domain: string }[] }>(
    '{ sites { id domain } }',
  );
  const siteId = sites.find(({ domain }) => domain === BIG_DOMAIN)?.id ?? '';
  const { createShareLink } = await session.ask<{ createShareLink: { token: string } }>(
    'mutation ($siteId: ID!) { createShareLink(siteId: $siteId, name: "For a walk", expiresInDays: 1) { token } }',
    { siteId },
  );
  return { siteId, shareToken: createShareLink.token, today: formatDate(Date.now()) };
}
