import type { OpenScreen } from './window.ts';

const MOST_STEPS = 70;

type Focused = { readonly name: string; readonly isSeen: boolean; readonly isMain: boolean };

/** Presses Tab again and again, and reports what has the focus and is behind something else. */
export async function tabThrough({ walk, screen, page }: OpenScreen): Promise<void> {
  await page.evaluate('scrollTo(0, 0), document.activeElement?.blur()');
  for (let step = 0; step < MOST_STEPS; step++) {
    await page.keyboard.press('Tab');
    const focused = await page.evaluate<Focused | undefined>('walk.focused()');
    if (focused === undefined) break;
    if (focused.isSeen || focused.isMain) continue;
    walk.report({
      ...{ screen: screen.name, at: '390×844' },
      ...{ what: 'what has the focus is hidden', example: focused.name },
    });
  }
}
