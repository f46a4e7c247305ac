import { LLM_PRODUCTS, type LlmProduct } from './referrers.ts';
import { parseAddress, type WebAddress } from './web-address.ts';

/**
 * The LLM product that a visit came from, by its Referer header or else by the `utm_source` of what it asked for,
 * such as `/guide?utm_source=chatgpt.com`; undefined for any other visit. The referrer goes first: it says where
 * the click was made, while a marked address may have been passed on.
 */
export function classifyReferrer(
  referrer: string | undefined,
  target: string | undefined,
): LlmProduct | undefined {
  const address = referrer === undefined ? undefined : parseAddress(referrer);
  return productAt(address) ?? productOfUtmSource(target ?? '');
}

function productAt(address: WebAddress | undefined): LlmProduct | undefined {
  if (!address) return undefined;
  if (address.isAndroidApp) return BY_APP.get(address.host);
  for (const host of withParentDomains(address.host)) {
    const product = BY_HOST.get(host) ?? productAtPath(host + address.path.toLowerCase());
    if (product) return product;
  }
  return undefined;
}

const BY_APP = productsBy((product) => product.apps ?? []);
const BY_HOST = productsBy((product) => product.hosts);
const BY_UTM_SOURCE = productsBy((product) => product.utmSources ?? []);
const BY_PATH = productsBy((product) => product.paths ?? []);

function productsBy(keys: (product: LlmProduct) => readonly string[]): ReadonlyMap<string, LlmProduct> {
  return new Map(LLM_PRODUCTS.flatMap((product) => keys(product).map((key) => [key, product] as const)));
}

/** `www.perplexity.ai`, then `perplexity.ai`: whole labels only, so that notchatgpt.com is not chatgpt.com. */
function withParentDomains(host: string): readonly string[] {
  const labels = host.split('.').slice(-MAX_LABELS);
  return labels.map((_, index) => labels.slice(index).join('.'));
}

/** No listed host lies deeper, and a host made of thousands of dots must not cost more. */
const MAX_LABELS = 6;

function productAtPath(hostAndPath: string): LlmProduct | undefined {
  for (const [beginning, product] of BY_PATH) {
    if (hostAndPath === beginning || hostAndPath.startsWith(`${beginning}/`)) return product;
  }
  return undefined;
}

function productOfUtmSource(target: string): LlmProduct | undefined {
  // Nearly no request of a log is marked: spare them the parsing.
  if (!target.includes('utm_source=')) return undefined;
  const query = target.slice(target.indexOf('?') + 1);
  const utmSource = new URLSearchParams(query).get('utm_source')?.trim().toLowerCase() ?? '';
  return BY_UTM_SOURCE.get(utmSource) ?? productAt(parseAddress(utmSource));
}
