import type { RequestContext } from '../../context.ts';
import {
  ALERT_KINDS,
  ALERT_STATES,
  type Alert,
  type AlertKind,
  type AlertRule,
  type Mute,
  type Note,
} from '../../domain/alert.ts';
import { createAlertCursors, decodeAlertCursor } from '../../domain/alert-cursor.ts';
import { ALL_TIME, type TimeRange, isWithin, parseGivenDates } from '../../domain/date-range.ts';
import { Refusal } from '../../domain/refusal.ts';
import type { AccessibleSite } from '../../domain/site.ts';
import { DAY_MS, formatDate } from '../../domain/time.ts';
import { accessSite, requireReader, wholeSite } from '../access.ts';
import { type RangeRequest, type RawParameter, parseWord, requireSiteId, single, spend } from '../rules.ts';
import { type ListPage, pageOf, parseLimit } from './paging.ts';

/** A list of alerts: of some days, of one kind, in one state. */
export type AlertsRequest = {
  readonly start?: RawParameter;
  readonly end?: RawParameter;
  readonly kind?: RawParameter;
  readonly state?: RawParameter;
  readonly limit?: RawParameter | number;
  readonly cursor?: RawParameter;
};

export const MOST_ALERTS = 100;
export const USUAL_ALERTS = 50;

/** The alerts of a site, newest first. Costs nothing. Throws NOT_SHARED, and RANGE_NOT_SHARED for other days of a link. */
export async function siteAlerts(
  ctx: RequestContext,
  site: AccessibleSite<'view'>,
  request: AlertsRequest,
): Promise<ListPage<Alert>> {
  requireShownTo(ctx, 'alerts');
  return listPage(ctx, parseAlerts(ctx, site.id, request));
}

/** The same for a site by its id. Draws on the budget "insight". */
export async function alertsOf(
  ctx: RequestContext,
  { siteId: given, ...request }: AlertsRequest & { readonly siteId: string },
): Promise<ListPage<Alert>> {
  await spend(ctx, 'insight');
  const asked = parseAlerts(ctx, requireSiteId(given), request);
  await accessSite(ctx, given, 'read');
  return listPage(ctx, asked);
}

/** The alerts of all sites of the account, or of one, and those of the account, newest first. Costs nothing. */
export async function accountAlerts(
  ctx: RequestContext,
  { siteId, ...request }: AlertsRequest & { readonly siteId?: string | null | undefined },
): Promise<ListPage<Alert>> {
  requireReader(ctx);
  const asked = parseAlerts(ctx, siteId ?? undefined, request);
  if (typeof siteId === 'string') await accessSite(ctx, siteId, 'read');
  return listPage(ctx, asked);
}

function parseAlerts(ctx: RequestContext, siteId: string | undefined, request: AlertsRequest) {
  const dates = datesOf(request);
  const range = parseOpenRange(ctx, dates);
  const kind = parseWord('kind', request.kind, ALERT_KINDS);
  const state = parseWord('state', request.state, ALERT_STATES);
  const limit = parseLimit(request.limit, USUAL_ALERTS, MOST_ALERTS);
  const question = { siteId, ...dates, kind, state };
  const cursor = single('cursor', request.cursor);
  const after = cursor === undefined ? undefined : decodeAlertCursor(cursor, question);
  const filter = { accountId: ctx.caller.accountId, siteId, range, kind, state };
  return { question, filter, after, limit };
}

async function listPage(
  ctx: RequestContext,
  { question, filter, after, limit }: ReturnType<typeof parseAlerts>,
): Promise<ListPage<Alert>> {
  const found = await ctx.loaders.alerts.load({ ...filter, after, limit: limit + 1 });
  return pageOf(found, limit, createAlertCursors(question));
}

type Dates = { readonly start: string | undefined; readonly end: string | undefined };

function datesOf({ start, end }: Pick<AlertsRequest, 'start' | 'end'>): Dates {
  return { start: single('start', start), end: single('end', end) };
}

/** The days that were given; without one, all days that the caller may see. Throws INVALID_DATE_RANGE, RANGE_NOT_SHARED. */
function parseOpenRange({ caller }: RequestContext, dates: Dates): TimeRange {
  const shown = caller.kind === 'share' ? caller.range : ALL_TIME;
  const { startMs = shown.fromMs, endMs = shown.untilMs - DAY_MS } = parseGivenDates(dates);
  if (startMs > endMs)
    throw new Refusal('INVALID_DATE_RANGE', {
      message: (nameOf) =>
        `${nameOf('start')} ${formatDate(startMs)} lies after ${nameOf('end')} ${formatDate(endMs)}.`,
    });
  const range = { fromMs: startMs, untilMs: endMs + DAY_MS };
  if (!isWithin(range, shown)) throw new Refusal('RANGE_NOT_SHARED');
  return range;
}

/** Throws NOT_SHARED for callers with a share link that does not show these. */
function requireShownTo(ctx: RequestContext, what: 'alerts' | 'notes'): void {
  const { caller } = ctx;
  if (caller.kind !== 'share') requireReader(ctx);
  else if (!caller[what]) throw new Refusal('NOT_SHARED');
}

/** The notes of a site, newest first. Costs nothing. Throws NOT_SHARED, and RANGE_NOT_SHARED for other days of a link. */
export async function notes(
  ctx: RequestContext,
  site: AccessibleSite<'view'>,
  request: Pick<AlertsRequest, 'start' | 'end'>,
): Promise<readonly Note[]> {
  requireShownTo(ctx, 'notes');
  return notesWithin(ctx, site, parseOpenRange(ctx, datesOf(request)));
}

/** The same for a site by its id. Draws on the budget "insight". */
export async function notesOf(ctx: RequestContext, request: RangeRequest): Promise<readonly Note[]> {
  await spend(ctx, 'insight');
  const siteId = requireSiteId(request.siteId);
  const range = parseOpenRange(ctx, datesOf(request));
  return notesWithin(ctx, await accessSite(ctx, siteId, 'read'), range);
}

async function notesWithin(
  ctx: RequestContext,
  { id }: AccessibleSite<'view'>,
  { fromMs, untilMs }: TimeRange,
): Promise<readonly Note[]> {
  // few enough to read all of them, once for all the ranges that a document asks for
  const all = await ctx.loaders.notes.load(id);
  return all.filter(({ dayMs }) => dayMs >= fromMs && dayMs < untilMs);
}

/** How sensitive the alerts of a site are, by kind. Costs nothing. Throws NOT_SHARED. */
export async function alertRules(
  ctx: RequestContext,
  site: AccessibleSite<'view'>,
): Promise<readonly AlertRule[]> {
  return ctx.loaders.alertRules.load(wholeSite(ctx, site));
}

/** The rule of one kind, as `alertRules` has it. Throws SITE_NOT_FOUND. */
export async function ruleOf(
  ctx: RequestContext,
  { siteId, kind }: { readonly siteId: string; readonly kind: AlertKind },
): Promise<AlertRule> {
  const rules = await alertRules(ctx, await accessSite(ctx, siteId, 'read'));
  return rules.find((rule) => rule.kind === kind) ?? { kind, sensitivity: 'normal', raisedIn90Days: 0 };
}

/** What is muted on a site, newest first. Costs nothing. Throws NOT_SHARED. */
export async function mutes(ctx: RequestContext, site: AccessibleSite<'view'>): Promise<readonly Mute[]> {
  return ctx.loaders.mutes.load(wholeSite(ctx, site).id);
}

/** The path of an alert in the dashboard: its site on its day; its account for the quota. */
export function linkOf({ siteId, atMs }: Alert, base: string): string {
  if (siteId === null) return `${base}/settings/account`;
  const day = formatDate(atMs - 1);
  return `${base}/sites/${siteId}?start=${day}&end=${day}`;
}
