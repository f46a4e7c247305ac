import type { EventType } from '../../domain/event.ts';

/** What is counted of a site, in the order in which it is shown, and the sign that it has everywhere in the product. */
export const LANES = [
  { type: 'bot', label: 'Bot visits', noun: 'bot visit', style: 'bot', sign: '&#9632;' },
  { type: 'referral', label: 'LLM referrals', noun: 'LLM referral', style: 'ref', sign: '&#9654;&#xFE0E;' },
  { type: 'conversion', label: 'Conversions', noun: 'conversion', style: 'con', sign: '&#9679;' },
] as const satisfies readonly {
  readonly type: EventType;
  readonly label: string;
  readonly noun: string;
  readonly style: string;
  readonly sign: string;
}[];
