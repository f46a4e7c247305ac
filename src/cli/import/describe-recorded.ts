import { counted } from '../../domain/counted.ts';
import { formatInstant } from '../../domain/time.ts';
import type { EventType } from '../../domain/event.ts';
import { type EventCounts, totalOf } from '../../domain/event-counts.ts';
import type { Quota } from '../../operations/recording/quota.ts';

/** `3 events (2 bot visits, 1 referral)`. */
export function describeRecorded(recorded: EventCounts): string {
  const parts = NOUNS.filter(([type]) => recorded[type] > 0).map(([type, noun]) =>
    counted(recorded[type], noun),
  );
  return counted(totalOf(recorded), 'event') + (parts.length > 0 ? ` (${parts.join(', ')})` : '');
}

/** Says that the quota is used up, what is left to record, and when recording can continue. */
export function describeQuotaSpent({ limit, resetsAtMs }: Quota, left: string): string {
  const quota = `the monthly quota of ${counted(limit, 'event')} is used up`;
  return `${quota}: ${left}; it resets at ${formatInstant(resetsAtMs)}, and "account set-plan" can raise it`;
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
