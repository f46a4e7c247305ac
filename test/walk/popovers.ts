import type { Page } from 'playwright-core';
import type { Found } from './finding.ts';
import { type OpenScreen, resize } from './window.ts';

/** A usual window, a phone, one on its side, and what a usual window has left at 400 %. */
const SIZES = [
  [1280, 900],
  [390, 844],
  [740, 360],
  [320, 225],
] as const;

/** Opens each popover, of those of rows the first and the last, and reports what of it cannot be reached. */
export async function openPopovers({ walk, screen, page }: OpenScreen): Promise<void> {
  for (const [width, height] of SIZES) {
    await resize(page, width, height);
    for (const { index, kind } of await popoversOf(page)) {
      await page.evaluate('scrollTo(0, 0)');
      await page.locator(BUTTONS).nth(index).focus();
      await page.keyboard.press('Enter');
      for (const { what, ...rest } of await page.evaluate<readonly Found[]>('walk.popoverFindings()'))
        walk.report({
          ...{ screen: screen.name, at: `${width}×${height}` },
          ...{ what: `popover ${kind} ${what}`, ...rest },
        });
      await page.keyboard.press('Escape');
    }
  }
}

const BUTTONS = 'button[popovertarget]:visible';

type Popover = { readonly index: number; readonly kind: string };

/** The popovers of rows have the same id, but for that of their row. */
async function popoversOf(page: Page): Promise<readonly Popover[]> {
  const buttons = await page.locator(BUTTONS).all();
  const ids = await Promise.all(buttons.map((button) => button.getAttribute('popovertarget')));
  const all = ids.map((id, index) => ({ index, kind: (id ?? '').replace(/-site_\w+$/, '') }));
  const isOfKind = (one: Popover) => (other: Popover) => other.kind === one.kind;
  return all.filter((one) => all.find(isOfKind(one)) === one || all.findLast(isOfKind(one)) === one);
}
