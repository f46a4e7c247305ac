import type { Page } from 'playwright-core';

type Given = Readonly<Record<string, unknown>>;

/** An alert as the dashboard reads it. */
export function alertParts(given: Given = {}): Given {
  return {
    ...{ id: 'alert_1', kind: 'SURGE', at: '2026-11-20T09:00:00.000Z', until: null, state: 'ONGOING' },
    ...{ subjectKind: 'BOT', subject: 'GPTBot', eventType: 'BOT', unit: 'COUNT', seen: 412, usual: [20, 60] },
    ...{ title: 'GPTBot read 412 pages', detail: 'That time usually has 20 to 60.', site: null },
    ...given,
  };
}

/** From now on the screens read these alerts and notes, whatever was noticed. */
export async function withAlerts(
  page: Page,
  alerts: readonly Given[],
  notes: readonly Given[] = [],
): Promise<void> {
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const list = { nodes: alerts, pageInfo: { hasNextPage: false } };
    const { site, account } = answer.data ?? {};
    if (site?.alerts) Object.assign(site, { alerts: list, ...(site.notes && { notes }) });
    if (account?.alerts) account.alerts = list;
    await route.fulfill({ response, json: answer });
  });
}
