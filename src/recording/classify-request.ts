import type { NewBotVisit, NewReferral } from '../domain/event.ts';
import { classifyBot, looksLikeRobot } from './classify-bot.ts';
import { classifyReferrer } from './classify-referrer.ts';
import type { LogRecord } from './log-record.ts';
import { isAsset, pagePathOf } from './page-path.ts';
import type { PassedOver, PassedOverReason } from './passed-over.ts';
import { isOnSite } from './web-address.ts';

/** Logs do not tell the country. */
const COUNTRY_UNKNOWN = 'XX';

/**
 * Says what event a request is. A request of an AI bot is a bot visit, whatever its method, status or file. A click
 * from an LLM product that landed on a page is a referral. The rest is passed over with the first reason that holds;
 * the reasons after "ordinary-visit" are about clicks from LLM products only.
 */
export function classifyRequest(
  record: LogRecord,
  siteDomain: string,
): { readonly event: NewBotVisit | NewReferral } | PassedOver {
  const common = {
    createdAtMs: record.timeMs,
    pagePath: pagePathOf(record.target),
    country: COUNTRY_UNKNOWN,
  };
  const userAgent = record.userAgent ?? '';
  const bot = classifyBot(userAgent);
  if (bot) return { event: { type: 'bot', ...common, botName: bot.name, botCompany: bot.company } };
  if (looksLikeRobot(userAgent)) return { passedOver: 'other-robot' };
  const product = classifyReferrer(record.referrer, record.target);
  if (!product) return { passedOver: 'ordinary-visit' };
  const objection = objectionToLanding(record, common.pagePath, siteDomain);
  if (objection) return { passedOver: objection };
  return { event: { type: 'referral', ...common, source: product.source } };
}

function objectionToLanding(
  { method, status, referrer }: LogRecord,
  pagePath: string,
  siteDomain: string,
): PassedOverReason | undefined {
  if (referrer !== undefined && isOnSite(referrer, siteDomain)) return 'own-site-referrer';
  if (method !== 'GET') return 'not-a-get';
  // Servers log 000 where they answered nothing at all.
  if (status === undefined || status < 100 || status >= 400) return 'failed-request';
  if (isAsset(pagePath)) return 'asset';
  return undefined;
}
