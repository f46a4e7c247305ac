import { counted } from '../../domain/counted.ts';
import { formatInstant } from '../../domain/time.ts';
import type { EventType } from '../../domain/event.ts';
import { type EventCounts, totalOf } from '../../domain/event-counts.ts';
import { type Quota, liftingQuota } from '../../operations/recording/quota.ts';

/** `3 events (2 bot visits, 1 referral)`. */
export function describeRecorded(recorded: EventCounts): string {
  const parts = NOUNS.filter(([type]) => recorded[type] > 0).map(([type, noun]) =>
    counted(recorded[type], noun),
  );
  return counted(totalOf(recorded), 'event') + (parts.length > 0 ? ` (${parts.join(', ')})` : '');
}

/** Says that recording stopped, what is not recorded, how it goes on next month, and how it can at once. */
export function describeQuotaSpent(quota: Quota, missing: string, goingOn: string): string {
  const spent = `recording stopped, because the account has used its quota of ${counted(quota.limit, 'event')} a month`;
  const nextMonth = formatInstant(quota.resetsAtMs);
  return `${spent}: ${missing}; ${goingOn} from ${nextMonth} on, or at once after a change: ${liftingQuota(quota)}`;
}

/** What was recorded, as JSON. */
export function recordedValue({ bot, referral, conversion }: EventCounts) {
  return { bot_visits: bot, referrals: referral, conversions: conversion };
}

const NOUNS: readonly (readonly [EventType, string])[] = [
  ['bot', 'bot visit'],
  ['referral', 'referral'],
  ['conversion', 'conversion'],
];
