import type { NewEvent } from '../domain/event.ts';
import type { Exclusions } from '../domain/exclusions.ts';
import type { Bot } from '../catalogue/bots.ts';
import { classifyBot, looksLikeRobot } from './classify-bot.ts';
import { createGoalFinder } from './classify-conversion.ts';
import {
  hasProductPaths,
  plainOriginOf,
  productOfReferrer,
  productOfUtmSource,
} from './classify-referrer.ts';
import type { ConversionRule } from './conversion-rules.ts';
import { compileExclusions } from './exclusions.ts';
import { type CrawlRule, EVERY_REQUEST, isCountedCrawl } from './crawl-rule.ts';
import type { LogRecord } from './log-record.ts';
import { isOtherHost } from './other-host.ts';
import type { Verdict } from '../domain/verdict.ts';
import { isAsset, pagePathOf } from './page-path.ts';
import type { PassedOver } from './passed-over.ts';
import type { LlmProduct } from '../catalogue/llm-products.ts';
import { remembering } from './remembering.ts';
import { digestOfRequest } from './request-digest.ts';
import { hasPage, isRedirect } from './status.ts';
import { isOnSite } from './web-address.ts';

/** The events of a request, or why it has none. It has two if it is both a referral and a conversion. */
export type Classification = { readonly events: readonly NewEvent[] } | PassedOver;

export type Classifier = (record: LogRecord) => Classification;

/** How the requests of every site are classified. */
export type RequestRules = {
  /** Which requests of AI bots count; all by default. */
  readonly crawlRule?: CrawlRule | undefined;
  readonly conversionRules?: readonly ConversionRule[] | undefined;
  /** The country of a client's address: two upper-case letters, or "XX" if unknown, which is the default. */
  readonly countryOf?: ((address: string) => string) | undefined;
  /** The verdict on a bot's address, which is "unknown" by default. */
  readonly verdictOf?: ((botName: string, address: string) => Verdict) | undefined;
  /** The site's own traffic, which is passed over; none by default. */
  readonly exclusions?: Exclusions | undefined;
};

type ClassifierOptions = RequestRules & { readonly siteDomain: string };

/**
 * Returns the classifier of one site's requests. A request of an AI bot is a bot visit and nothing else. A request of
 * another robot or program is passed over. Of all others, a click in an LLM product that lands on a page is a referral,
 * and a request that matches a conversion rule is a conversion. The rest is passed over with the first reason that
 * applies.
 */
export function createClassifier(options: ClassifierOptions): Classifier {
  const { siteDomain, crawlRule = EVERY_REQUEST, conversionRules = [] } = options;
  const { countryOf = () => 'XX', verdictOf = () => 'unknown' } = options;
  const isOfOtherSite = remembering((host) => isOtherHost(host, siteDomain));
  const agentOf = remembering(readAgent);
  const productOf = createLandingReader(siteDomain);
  const goalOf = createGoalFinder(conversionRules);
  const isExcluded = compileExclusions(options.exclusions);
  const stamp = (record: LogRecord) => ({
    createdAtMs: record.timeMs,
    pagePath: pagePathOf(record.target),
    country: countryOf(record.address),
    ...(record.requestId !== undefined && { requestDigest: digestOfRequest(record.requestId) }),
  });

  function classifyCrawl(record: LogRecord, bot: Bot): Classification {
    if (!isCountedCrawl(crawlRule, record)) return { passedOver: 'bot-not-counted' };
    const { status = null, bytes = null, address } = record;
    const verdict = verdictOf(bot.name, address);
    const named = { botName: bot.name, botCompany: bot.company };
    return { events: [{ type: 'bot', ...stamp(record), ...named, status, bytes, verdict }] };
  }

  function classifyVisit(record: LogRecord): Classification {
    const landing = productOf(record);
    const reached = goalOf(record);
    if ('passedOver' in landing && !reached) return landing;
    const common = stamp(record);
    const events: NewEvent[] = [];
    const { status = null } = record;
    if ('source' in landing) events.push({ type: 'referral', ...common, source: landing.source, status });
    if (reached)
      events.push({ type: 'conversion', ...common, eventName: reached.goal, eventValue: reached.value });
    return { events };
  }

  return (record) => {
    if (record.host !== undefined && isOfOtherSite(record.host)) return { passedOver: 'other-host' };
    if (isExcluded?.(record.address, pagePathOf(record.target)) === true) return { passedOver: 'excluded' };
    const agent = agentOf(record.userAgent ?? '');
    switch (agent) {
      case 'other-robot':
        return { passedOver: agent };
      case 'visitor':
        return classifyVisit(record);
      default:
        return classifyCrawl(record, agent);
    }
  };
}

function readAgent(userAgent: string): Bot | 'other-robot' | 'visitor' {
  return classifyBot(userAgent) ?? (looksLikeRobot(userAgent) ? 'other-robot' : 'visitor');
}

/**
 * Returns a function that finds the LLM product from which a visitor landed, or the reason why the request is not a
 * landing. The referrer takes precedence over `utm_source`: it is where the click was made, while an address with
 * `utm_source` may have been passed on.
 */
function createLandingReader(siteDomain: string): (record: LogRecord) => LlmProduct | PassedOver {
  const originOf = createOriginReader(siteDomain);
  return (record) => {
    const origin = originOf(record.referrer ?? '');
    const product = origin.product ?? productOfUtmSource(record.target ?? '');
    if (!product) return { passedOver: record.hasAgentField ? 'ordinary-visit' : 'no-agent-field' };
    return origin.isOwnSite ? { passedOver: 'own-site-referrer' } : (objectionTo(record) ?? product);
  };
}

type Origin = { readonly product: LlmProduct | undefined; readonly isOwnSite: boolean };

/** Most referrers are pages of the site itself, each another one: what their origin says holds for all of them. */
function createOriginReader(siteDomain: string): (referrer: string) => Origin {
  const read = (address: string): Origin => ({
    product: productOfReferrer(address),
    isOwnSite: isOnSite(address, siteDomain),
  });
  const ofReferrer = remembering(read);
  const ofAllPages = remembering((origin) => (hasProductPaths(origin) ? 'differs' : read(origin)));
  return (referrer) => {
    const origin = plainOriginOf(referrer);
    const found = origin === undefined ? 'differs' : ofAllPages(origin);
    return found === 'differs' ? ofReferrer(referrer) : found;
  };
}

function objectionTo(record: LogRecord): PassedOver | undefined {
  const { method, status, target, hasAgentField, userAgent = '' } = record;
  // every browser has a name
  if (hasAgentField && userAgent.trim() === '') return { passedOver: 'other-robot' };
  if (method !== 'GET') return { passedOver: 'not-a-get' };
  // the request that follows it is the landing
  if (isRedirect(status)) return { passedOver: 'redirect' };
  if (!hasPage(status)) return { passedOver: 'failed-request' };
  return isAsset(pagePathOf(target)) ? { passedOver: 'asset' } : undefined;
}
