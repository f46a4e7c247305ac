import { LLM_PRODUCTS, type LlmProduct } from '../catalogue/llm-products.ts';
import { parseWebAddress, type WebAddress } from './web-address.ts';

/** The LLM product whose page or app a Referer header names; undefined if there is none. */
export function productOfReferrer(referrer: string): LlmProduct | undefined {
  return productAt(parseWebAddress(referrer));
}

/** `https://site.example/` of `https://site.example/a?b`. Undefined for addresses that are not as plain, and rare. */
export function plainOriginOf(referrer: string): string | undefined {
  return PLAIN_ORIGIN.exec(referrer)?.[0];
}

const PLAIN_ORIGIN = /^https?:\/\/[a-z0-9.-]{1,253}\//;

/** Whether there is a product at a path of this origin: if not, all its pages have the same product, or none. */
export function hasProductPaths(origin: string): boolean {
  const host = parseWebAddress(origin)?.host;
  return host !== undefined && withParentDomains(host).some((name) => HOSTS_OF_PATHS.has(name));
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
const HOSTS_OF_PATHS = new Set([...BY_PATH.keys()].map((path) => path.slice(0, path.indexOf('/'))));

function productsBy(keys: (product: LlmProduct) => readonly string[]): ReadonlyMap<string, LlmProduct> {
  return new Map(LLM_PRODUCTS.flatMap((product) => keys(product).map((key) => [key, product] as const)));
}

/** `www.perplexity.ai`, then `perplexity.ai`: whole labels only, so that notchatgpt.com is not chatgpt.com. */
function withParentDomains(host: string): readonly string[] {
  const labels = host.split('.').slice(-MAX_LABELS);
  return labels.map((_, index) => labels.slice(index).join('.'));
}

/** No listed host has more labels, and a host with thousands of dots must not cost more. */
const MAX_LABELS = 6;

function productAtPath(hostAndPath: string): LlmProduct | undefined {
  for (const [beginning, product] of BY_PATH) {
    if (hostAndPath === beginning || hostAndPath.startsWith(`${beginning}/`)) return product;
  }
  return undefined;
}

/**
 * The LLM product that the `utm_source` of a request names, as in `/guide?utm_source=chatgpt.com`. A product adds its own to
 * an address that may have one already: the first that names a product counts. The name's case does not matter.
 */
export function productOfUtmSource(target: string): LlmProduct | undefined {
  // very few requests have one: do not parse the others
  if (!/utm_source=/i.test(target)) return undefined;
  const query = target.slice(target.indexOf('?') + 1);
  for (const [name, value] of new URLSearchParams(query)) {
    if (name.toLowerCase() !== 'utm_source') continue;
    const utmSource = value.trim().toLowerCase();
    const product = BY_UTM_SOURCE.get(utmSource) ?? productAt(parseWebAddress(utmSource));
    if (product) return product;
  }
  return undefined;
}
