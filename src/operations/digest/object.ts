import { datesOf } from '../../domain/date-range.ts';
import type { EventCounts } from '../../domain/event-counts.ts';
import { HOUR_MS, formatDate, formatInstant } from '../../domain/time.ts';
import type { DigestContent, DigestDetails, DigestSite } from './content.ts';

/** What programs get of a digest, in the names and words of REST. */
export function digestObject(content: DigestContent) {
  const { every, sites, others, quiet, quietOthers } = content;
  return {
    every,
    ...datesOf(content),
    sites: sites.map(siteObject),
    other_sites: { sites: others.sites, ...countsObject(others.counts) },
    quiet_sites: quiet.map(({ name, domain, hasEvents }) => ({ name, domain, has_events: hasEvents })),
    other_quiet_sites: quietOthers,
  };
}

function siteObject({ id, name, domain, counts, before, keptFromMs, alerts, details }: DigestSite) {
  return {
    ...{ id, name, domain },
    ...countsObject(counts),
    previous: before && countsObject(before),
    kept_from: keptFromMs === null ? null : formatDate(keptFromMs),
    alerts,
    details: details && detailsObject(details),
  };
}

function countsObject({ bot, referral, conversion }: EventCounts) {
  return { bot_visits: bot, referrals: referral, conversions: conversion };
}

function detailsObject(details: DigestDetails) {
  const { alerts, companies, otherCompanies, pages, errors, impostors, newBots, otherNewBots, gaps } =
    details;
  return {
    latest_alerts: alerts.map(({ kind, title, detail, atMs }) => ({
      kind,
      at: formatInstant(atMs),
      ...{ title, detail },
    })),
    companies: companies.map(({ company, crawls, sent }) => ({
      company,
      ...{ bot_visits: crawls, referrals: sent },
    })),
    other_companies: otherCompanies && {
      companies: otherCompanies.companies,
      ...{ bot_visits: otherCompanies.crawls, referrals: otherCompanies.sent },
    },
    pages: pages.map(({ path, visits }) => ({ page_path: path, bot_visits: visits })),
    errors: errors && {
      visits: errors.visits,
      ...{ page_path: errors.page, page_visits: errors.pageVisits },
      ...{ status: errors.status, status_visits: errors.statusVisits },
    },
    impostors: impostors && {
      ...{ bot_name: impostors.bot, company: impostors.company },
      ...{ visits: impostors.visits, of_visits: impostors.ofVisits },
    },
    ...{ new_bots: newBots, other_new_bots: otherNewBots },
    gaps: gaps && {
      ...{ gaps: gaps.count, hours: gaps.totalMs / HOUR_MS },
      longest: { from: formatInstant(gaps.longest.fromMs), until: formatInstant(gaps.longest.untilMs) },
    },
  };
}
