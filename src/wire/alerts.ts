import * as z from 'zod';
import {
  ALERT_KINDS,
  ALERT_STATES,
  ALERT_SUBJECTS,
  type Alert,
  type NewAlert,
  stateOf,
} from '../domain/alert.ts';
import { alertFacts } from '../domain/alert-facts.ts';
import { MOST_ALERTS, USUAL_ALERTS, linkOf } from '../operations/reading/alerts.ts';
import type { ListPage } from '../operations/reading/paging.ts';
import { OPEN_RANGE, instant, listingOf, nextCursor } from './parts.ts';

export const alertsQuery = z.object({
  ...OPEN_RANGE,
  kind: z.enum(ALERT_KINDS).optional().meta({ description: 'Only alerts of this kind.', example: 'surge' }),
  state: z
    .enum(ALERT_STATES)
    .optional()
    .meta({ description: 'Only those that go on, are over, or are as the owner expects.', example: 'over' }),
  ...listingOf(USUAL_ALERTS, MOST_ALERTS),
});

const said = {
  kind: z.enum(ALERT_KINDS),
  at: instant.meta({ description: 'When it was raised.' }),
  from: instant.meta({ description: 'When what was noticed began.' }),
  until: instant.nullable().meta({ description: 'When it was over; null while it goes on.' }),
  subject_kind: z.enum(ALERT_SUBJECTS),
  subject: z.string().nullable(),
  subjects: z.array(z.string()),
  seen: z.number().nullable(),
  usual: z.array(z.number()).meta({ description: 'The central 90 % of what is usual; or empty.' }),
  unit: z.enum(['count', 'share']),
  title: z.string(),
  detail: z.string(),
};

/** What is said of an alert that is stored nowhere. */
export const replayedObject: (alert: NewAlert) => z.input<z.ZodObject<typeof said>> = alertFacts;

export const alertSchema = z.object({
  id: z.string(),
  site_id: z.string().nullable().meta({ description: 'Null for the quota, which is the account’s.' }),
  ...said,
  event_type: z.enum(['bot', 'referral']).nullable(),
  page: z.string().nullable().meta({ description: 'The page that is most concerned.' }),
  link: z.string().meta({ description: 'Opens the site on that day in the dashboard.' }),
  state: z.enum(ALERT_STATES),
});

const EXAMPLE: z.input<typeof alertSchema> = {
  ...{ id: 'alert_7', site_id: 'site_0123456789abcdef', kind: 'surge' },
  ...{ at: '2026-03-14T16:00:00.000Z', from: '2026-03-14T15:00:00.000Z', until: '2026-03-14T18:00:00.000Z' },
  ...{ subject_kind: 'bot', subject: 'GPTBot', subjects: ['GPTBot'], event_type: 'bot' },
  ...{ seen: 1_204, usual: [12, 61], unit: 'count', page: '/pricing', state: 'over' },
  title: 'GPTBot came far more often than usual to www.example.com',
  detail: '1,204 visits from 15:00 to 16:00 UTC; usual are 12 to 61.',
  link: 'https://traffic.example.org/sites/site_0123456789abcdef?start=2026-03-14&end=2026-03-14',
};

/** The body of GET /api/v1/sites/{siteId}/alerts. */
export const alertsSchema = z
  .object({ alerts: z.array(alertSchema).meta({ description: 'Newest first.' }), next_cursor: nextCursor })
  .meta({ id: 'AlertsPage', example: { alerts: [EXAMPLE], next_cursor: null } });

export function alertsObject(
  { items, nextCursor: next_cursor }: ListPage<Alert>,
  shown: Shown,
): z.input<typeof alertsSchema> {
  return { alerts: items.map((alert) => alertObject(alert, shown)), next_cursor };
}

/** When an alert is shown, and what its link begins with. */
type Shown = { readonly nowMs: number; readonly linkBase: () => string };

export function alertObject(alert: Alert, { nowMs, linkBase }: Shown): z.input<typeof alertSchema> {
  const { id, siteId, eventType, page, untilMs } = alert;
  const isOver = untilMs !== null && untilMs <= nowMs;
  return {
    id: `alert_${id}`,
    site_id: siteId,
    ...alertFacts({ ...alert, untilMs: isOver ? untilMs : null }),
    ...{ event_type: eventType, page, link: linkOf(alert, linkBase()), state: stateOf(alert, nowMs) },
  };
}
