import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The rules to run; all but the experimental ones by default. */
type Rules = { readonly only?: readonly string[] | undefined; readonly also?: readonly string[] };

/** What axe finds serious or worse, by rule and place. It is not stopped by the policy, as it runs from outside. */
export async function axeFindings(page: Page, { only, also = [] }: Rules = {}): Promise<readonly string[]> {
  if (!(await page.evaluate<boolean>("'axe' in window"))) await page.evaluate(axe.source);
  const options = JSON.stringify({
    resultTypes: ['violations'],
    ...(only && { runOnly: only }),
    rules: Object.fromEntries(also.map((rule) => [rule, { enabled: true }])),
  });
  return page.evaluate<string[]>(`axe.run(${options}).then(({ violations }) => violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => id + ' at ' + target.join(' '))))`);
}

/** A theme changes nothing but colours, so these are the rules that find something else in the dark one. */
export const RULES_OF_COLOURS = ['color-contrast', 'link-in-text-block'];
