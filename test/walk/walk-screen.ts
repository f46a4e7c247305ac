import { join } from 'node:path';
import { RULES_OF_COLOURS, axeFindings } from '../support/axe.ts';
import type { Found } from './finding.ts';
import { tabThrough } from './focus.ts';
import { namelessControls } from './names.ts';
import { openPopovers } from './popovers.ts';
import type { Screen } from './screens.ts';
import { measureShift } from './shift.ts';
import { type OpenScreen, type Walk, openScreen, openWindow, resize, settle, watchFaults } from './window.ts';

type Size = readonly [width: number, height: number];

/** From small phones to large screens, and a phone on its side. */
const SIZES: readonly Size[] = [
  ...[320, 360, 390, 768, 1024, 1280, 1440, 1920, 2560].map((width): Size => [width, 900]),
  [740, 360],
];

/** Where each frame of the dashboard begins or ends. Axe takes longer than everything else. */
const WIDTHS_OF_AXE: readonly number[] = [320, 768, 1280, 2560];

/** What is shown must be part of the name. Axe has this rule for trying out only. */
const EXPERIMENTAL = ['label-content-name-mismatch'];

/** Walks a screen at all sizes, in both themes. */
export async function walkScreen(walk: Walk, screen: Screen, screenshots: string | undefined): Promise<void> {
  await measureShift(walk, screen);
  const { context, page } = await openWindow(walk, screen);
  const stopWatching = watchFaults(page, walk, screen);
  try {
    if (!(await openScreen(page, walk, screen))) return;
    for (const size of SIZES) await walkSize({ walk, screen, page }, size);
    await walkThemes({ walk, screen, page }, screenshots);
    await openPopovers({ walk, screen, page });
    await resize(page, 390, 844);
    await namelessControls({ walk, screen, page });
    await tabThrough({ walk, screen, page });
  } finally {
    stopWatching();
    await context.close();
  }
}

async function walkSize({ walk, screen, page }: OpenScreen, [width, height]: Size): Promise<void> {
  await resize(page, width, height);
  await settle(page);
  const at = height < 900 ? `${width}×${height}` : String(width);
  for (const found of await page.evaluate<readonly Found[]>('walk.layoutFindings()'))
    walk.report({ screen: screen.name, at, ...found });
}

async function walkThemes(
  { walk, screen, page }: OpenScreen,
  screenshots: string | undefined,
): Promise<void> {
  const report = (at: string, findings: readonly string[]) => {
    for (const finding of findings) walk.report({ screen: screen.name, at, ...axeFound(finding) });
  };
  const keep = async (name: string) => {
    if (screenshots === undefined) return;
    const file = `${screen.name.replaceAll(/\W+/g, '-')}-${name}.png`;
    await page.screenshot({ path: join(screenshots, file), fullPage: true });
  };
  for (const width of WIDTHS_OF_AXE) {
    await resize(page, width, 900);
    report(String(width), await axeFindings(page, { also: EXPERIMENTAL }));
  }
  if (screenshots !== undefined)
    for (const [width, height] of SIZES) {
      await resize(page, width, height);
      await keep(`${width}-light`);
    }
  // colours that are on their way from one theme to the other have no contrast yet
  await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' });
  for (const width of [390, 1280]) {
    await resize(page, width, 900);
    report(`${width} dark`, await axeFindings(page, { only: RULES_OF_COLOURS }));
    await keep(`${width}-dark`);
  }
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'no-preference' });
}

/** By its rule, with the place as the example. */
function axeFound(finding: string): Found {
  const [rule = '', place = ''] = finding.split(/ at (.*)/s);
  return { what: `axe: ${rule}`, example: place };
}
