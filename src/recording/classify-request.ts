import type { NewEvent } from '../domain/event.ts';
import type { Exclusions } from '../domain/exclusions.ts';
import type { Bot } from '../catalogue/bots.ts';
import { type Catalogue, INSTALLED } from '../catalogue/catalogue.ts';
import { classifyBot, looksLikeRobot } from './classify-bot.ts';
import { createGoalFinder } from './classify-conversion.ts';
import {
  hasProductPaths,
  plainOriginOf,
  productOfReferrer,
  productOfUtmSource,
} from './classify-referrer.ts';
import { digestOfClient } from './client-digest.ts';
import type { ConversionRule } from './conversion-rules.ts';
import { compileExclusions } from './exclusions.ts';
import { type CrawlRule, EVERY_REQUEST, isCountedCrawl } from './crawl-rule.ts';
import type { LogRecord } from './log-record.ts';
import { isOtherHost } from './other-host.ts';
import type { Proof, ProofCheck } from '../domain/signature.ts';
import type { Signer } from '../catalogue/signers.ts';
import type { Verdict } from '../domain/verdict.ts';
import { isAsset, pagePathOf } from './page-path.ts';
import type { PassedOver } from './passed-over.ts';
import type { LlmProduct } from '../catalogue/llm-products.ts';
import { proofOfRecord } from './request-signature.ts';
import { remembering } from './remembering.ts';
import { robotToken } from './robot-token.ts';
import { digestOfRequest } from './request-digest.ts';
import { hasPage, isRedirect } from './status.ts';
import { isOnSite } from './web-address.ts';

/** The events of a request, or why it has none. It has two if it is both a referral and a conversion. */
export type Classification = { readonly events: readonly NewEvent[] } | PassedOver;

export type Classifier = (record: LogRecord) => Classification;

/** How the requests of every site are classified. */
export type RequestRules = {
  /** The catalogue in use, which may be replaced; the installed one by default. */
  readonly catalogue?: (() => Catalogue) | undefined;
  /** Which requests of AI bots count; all by default. */
  readonly crawlRule?: CrawlRule | undefined;
  readonly conversionRules?: readonly ConversionRule[] | undefined;
  /** The country of a client's address: two upper-case letters, or "XX" if unknown, which is the default. */
  readonly countryOf?: ((address: string) => string) | undefined;
  /** The verdict on a bot's address, which is "unknown" by default. */
  readonly verdictOf?: ((botName: string, address: string) => Verdict) | undefined;
  /** Verifies the signature of a request; without it, signatures are not looked at. */
  readonly proofOf?: ProofCheck | undefined;
  /** The site's own traffic, which is passed over; none by default. */
  readonly exclusions?: Exclusions | undefined;
};

type ClassifierOptions = RequestRules & { readonly siteDomain: string };

/**
 * Returns the classifier of one site's requests. A request of an AI bot is a bot visit and nothing else, and so is one that a
 * signer of the catalogue has signed, whatever its user agent is. A request of another robot or program is passed over. Of all
 * others, a click in an LLM product that lands on a page is a referral, and a request that matches a conversion rule is a
 * conversion. The rest is passed over with the first reason that applies.
 */
export function createClassifier(options: ClassifierOptions): Classifier {
  const { catalogue = () => INSTALLED } = options;
  let inUse = catalogue();
  let classify = createWith(inUse, options);
  return (record) => {
    const now = catalogue();
    if (now !== inUse) classify = createWith((inUse = now), options);
    return classify(record);
  };
}

/** A classifier by one catalogue: what it remembers of agents and referrers holds for this one only. */
function createWith(catalogue: Catalogue, options: ClassifierOptions): Classifier {
  const { siteDomain, crawlRule = EVERY_REQUEST, conversionRules = [] } = options;
  const { countryOf = () => 'XX', verdictOf = () => 'unknown', proofOf = () => undefined } = options;
  const isOfOtherSite = remembering((host) => isOtherHost(host, siteDomain));
  const agentOf = remembering((userAgent) => readAgent(catalogue, userAgent));
  const productOf = createLandingReader(catalogue, siteDomain);
  const goalOf = createGoalFinder(conversionRules);
  const isExcluded = compileExclusions(options.exclusions);
  const stamp = (record: LogRecord) => ({
    createdAtMs: record.timeMs,
    pagePath: pagePathOf(record.target),
    country: countryOf(record.address),
    ...(record.requestId !== undefined && { requestDigest: digestOfRequest(record.requestId) }),
  });

  function classifyCrawl(record: LogRecord, bot: Named, proof: Proof | undefined): Classification {
    if (!isCountedCrawl(crawlRule, record)) return { passedOver: 'bot-not-counted' };
    const { status = null, bytes = null, address } = record;
    const isSigned = signerOf(catalogue, proof)?.company === bot.company;
    const verdict = isSigned ? 'signed' : verdictOf(bot.name, address);
    const named = { botName: bot.name, botCompany: bot.company };
    return {
      events: [{ type: 'bot', ...stamp(record), ...named, status, bytes, verdict, ...(proof && { proof }) }],
    };
  }

  function classifyVisit(record: LogRecord): Classification {
    const landing = productOf(record);
    const reached = goalOf(record);
    if ('passedOver' in landing && !reached) return landing;
    const client = digestOfClient(record.address, record.userAgent);
    const common = { ...stamp(record), ...(client !== undefined && { client }) };
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
    const proof = proofOfRecord(record, proofOf);
    if (typeof agent !== 'string' && 'pattern' in agent) return classifyCrawl(record, agent, proof);
    const signer = signerOf(catalogue, proof);
    if (signer) return classifyCrawl(record, { name: signer.botName, company: signer.company }, proof);
    return agent === 'visitor' ? classifyVisit(record) : agent;
  };
}

type Named = Pick<Bot, 'name' | 'company'>;

/** The entry of the one whose signature is valid. */
function signerOf({ signersByHost }: Catalogue, proof: Proof | undefined): Signer | undefined {
  return proof?.signer == null ? undefined : signersByHost.get(proof.signer);
}

function readAgent(catalogue: Catalogue, userAgent: string): Bot | PassedOver | 'visitor' {
  return (
    classifyBot(catalogue, userAgent) ??
    (looksLikeRobot(userAgent) ? { passedOver: 'other-robot', robot: robotToken(userAgent) } : 'visitor')
  );
}

/**
 * Returns a function that finds the LLM product from which a visitor landed, or the reason why the request is not a
 * landing. The referrer takes precedence over `utm_source`: it is where the click was made, while an address with
 * `utm_source` may have been passed on.
 */
function createLandingReader(
  catalogue: Catalogue,
  siteDomain: string,
): (record: LogRecord) => LlmProduct | PassedOver {
  const originOf = createOriginReader(catalogue, siteDomain);
  return (record) => {
    const origin = originOf(record.referrer ?? '');
    const product = origin.product ?? productOfUtmSource(catalogue, record.target ?? '');
    if (!product) return { passedOver: record.hasAgentField ? 'ordinary-visit' : 'no-agent-field' };
    return origin.isOwnSite ? { passedOver: 'own-site-referrer' } : (objectionTo(record) ?? product);
  };
}

type Origin = { readonly product: LlmProduct | undefined; readonly isOwnSite: boolean };

/** Most referrers are pages of the site itself, each another one: what their origin says holds for all of them. */
function createOriginReader(catalogue: Catalogue, siteDomain: string): (referrer: string) => Origin {
  const read = (address: string): Origin => ({
    product: productOfReferrer(catalogue, address),
    isOwnSite: isOnSite(address, siteDomain),
  });
  const ofReferrer = remembering(read);
  const ofAllPages = remembering((origin) => (hasProductPaths(catalogue, origin) ? 'differs' : read(origin)));
  return (referrer) => {
    const origin = plainOriginOf(referrer);
    const found = origin === undefined ? 'differs' : ofAllPages(origin);
    return found === 'differs' ? ofReferrer(referrer) : found;
  };
}

function objectionTo(record: LogRecord): PassedOver | undefined {
  const { method, status, isBeforeAnswer, target, hasAgentField, userAgent = '' } = record;
  // every browser has a name
  if (hasAgentField && userAgent.trim() === '') return { passedOver: 'other-robot' };
  if (method !== 'GET') return { passedOver: 'not-a-get' };
  // the request that follows it is the landing
  if (isRedirect(status)) return { passedOver: 'redirect' };
  if (!hasPage(status) && !isBeforeAnswer) return { passedOver: 'failed-request' };
  return isAsset(pagePathOf(target)) ? { passedOver: 'asset' } : undefined;
}
