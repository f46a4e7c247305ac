import { z } from 'zod';
import type { RefusalCode } from '../domain/refusal.ts';

/** A number of events. */
export const count = z.int().min(0);

/** A calendar day of the years 0001 to 9999. */
export const date = z.iso
  .date()
  .regex(/^(?!0000)/)
  .meta({ format: 'date' });

export const eventType = z.enum(['bot', 'referral', 'conversion']).meta({
  id: 'EventType',
  description:
    'bot: a crawler took a page; referral: a click from an LLM product; conversion: a goal was reached.',
});

export const siteId = z.string().meta({
  description: 'The id of one of your sites; `GET /api/v1/sites` lists them.',
  example: 'site_3avtamf2x1mphb64',
});

/** The first and last day of a range. */
export const RANGE = {
  start: date.optional().meta({
    description: 'First UTC day, inclusive, from 0001-01-01 to 9999-12-31. By default 7 days before today.',
    example: '2026-03-08',
  }),
  end: date.optional().meta({
    description: 'Last UTC day, inclusive, not before `start`. By default today.',
    example: '2026-03-15',
  }),
};

/** The error object with one of the codes. */
export function errorObject(codes: readonly RefusalCode[]) {
  return z.object({
    error: z.string().meta({ description: 'What went wrong, as a sentence for people.' }),
    code: z.enum(codes).meta({ description: 'What went wrong, for programs.' }),
    ...(codes.includes('RATE_LIMITED') && {
      retry_after: z.int().min(1).optional().meta({
        description: 'Seconds after which a request would be granted. With RATE_LIMITED only.',
      }),
    }),
  });
}
