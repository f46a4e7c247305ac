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
import { linkOf } from '../operations/reading/alerts.ts';
import { instant } from './parts.ts';

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

export function alertObject(
  alert: Alert,
  { nowMs, linkBase }: { readonly nowMs: number; readonly linkBase: () => string },
): z.input<typeof alertSchema> {
  const { id, siteId, eventType, page, untilMs } = alert;
  const isOver = untilMs !== null && untilMs <= nowMs;
  return {
    id: `alert_${id}`,
    site_id: siteId,
    ...alertFacts({ ...alert, untilMs: isOver ? untilMs : null }),
    ...{ event_type: eventType, page, link: linkOf(alert, linkBase()), state: stateOf(alert, nowMs) },
  };
}
