import { setTimeout as delay } from 'node:timers/promises';
import type { Screen } from './screens.ts';
import { type Walk, openScreen, openWindow } from './window.ts';

const MOST_SHIFT = 0.01;

/** Slow enough that what stands in for the answer is seen. */
const SCRIPT_MS = 200;
const ANSWER_MS = 400;

type Shift = { readonly score: number; readonly moved: readonly string[] };

/** Opens a screen in new windows, slowly, and reports if what is shown moves. */
export async function measureShift(walk: Walk, screen: Screen): Promise<void> {
  for (const width of [390, 1280]) {
    const { context, page } = await openWindow(walk, screen);
    await page.setViewportSize({ width, height: 900 });
    await page.route(/\/graphql$|\.js$|openapi\.json$/, async (route) => {
      await delay(route.request().resourceType() === 'script' ? SCRIPT_MS : ANSWER_MS);
      await route.continue().catch(() => undefined);
    });
    // what keeps it from opening is reported where everything else is looked at
    const isOpen = await openScreen(page, { ...walk, report: () => undefined }, screen);
    if (isOpen) {
      const { score, moved } = await page.evaluate<Shift>('walk.shift()');
      if (score > MOST_SHIFT)
        walk.report({
          screen: screen.name,
          at: String(width),
          what: `moves while it loads, by ${score.toFixed(3)}: ${moved.join(', ')}`,
        });
    }
    await context.close();
  }
}
