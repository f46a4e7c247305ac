import type { RequestContext } from '../context.ts';
import { datesOf } from '../domain/date-range.ts';
import { type Stats, stats } from '../operations/reading/stats.ts';
import type { Body, EndpointRequest } from './endpoint.ts';

/** GET /api/v1/sites/{siteId}/stats */
export async function statsEndpoint(ctx: RequestContext, { siteId, query }: EndpointRequest): Promise<Body> {
  const found = await stats(ctx, { siteId, start: query.getAll('start'), end: query.getAll('end') });
  return { value: statsObject(found) };
}

/** The body of a response; the command line prints it, too. */
export function statsObject({ range, totals, breakdowns }: Stats) {
  return {
    period: datesOf(range),
    totals: totalsObject(totals),
    bot_breakdown: breakdowns.bot.map(({ name, company, count }) => ({
      bot_name: name,
      bot_company: company,
      count,
    })),
    referral_breakdown: breakdowns.referral.map(({ name, count }) => ({ source: name, count })),
    conversion_breakdown: breakdowns.conversion.map(({ name, count, value }) => ({
      event_name: name,
      count,
      value,
    })),
  };
}

export function totalsObject({ bot, referral, conversion }: Stats['totals']) {
  return { bot_visits: bot, referrals: referral, conversions: conversion };
}
