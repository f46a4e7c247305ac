import type { Catalogue } from '../catalogue/catalogue.ts';
import type { LlmProduct } from '../catalogue/llm-products.ts';
import { perCatalogue } from './per-catalogue.ts';
import { parseWebAddress, type WebAddress } from './web-address.ts';

/** The LLM product whose page or app a Referer header names; undefined if there is none. */
export function productOfReferrer(catalogue: Catalogue, referrer: string): LlmProduct | undefined {
  return productAt(placesOf(catalogue), parseWebAddress(referrer));
}

/** `https://site.example/` of `https://site.example/a?b`. Undefined for addresses that are not as plain, and rare. */
export function plainOriginOf(referrer: string): string | undefined {
  return PLAIN_ORIGIN.exec(referrer)?.[0];
}

const PLAIN_ORIGIN = /^https?:\/\/[a-z0-9.-]{1,253}\//;

/** Whether there is a product at a path of this origin: if not, all its pages have the same product, or none. */
export function hasProductPaths(catalogue: Catalogue, origin: string): boolean {
  const host = parseWebAddress(origin)?.host;
  const { hostsOfPaths } = placesOf(catalogue);
  return host !== undefined && withParentDomains(host).some((name) => hostsOfPaths.has(name));
}

function productAt(places: Places, address: WebAddress | undefined): LlmProduct | undefined {
  if (!address) return undefined;
  if (address.isAndroidApp) return places.byApp.get(address.host);
  for (const host of withParentDomains(address.host)) {
    const product = places.byHost.get(host) ?? productAtPath(places, host + address.path.toLowerCase());
    if (product) return product;
  }
  return undefined;
}

type ProductsByText = ReadonlyMap<string, LlmProduct>;

/** Where products are found. */
type Places = {
  readonly byApp: ProductsByText;
  readonly byHost: ProductsByText;
  readonly byUtmSource: ProductsByText;
  readonly byPath: ProductsByText;
  readonly hostsOfPaths: ReadonlySet<string>;
};

const placesOf = perCatalogue(({ products }): Places => {
  const byPath = productsBy(products, ({ paths = [] }) => paths);
  return {
    byApp: productsBy(products, ({ apps = [] }) => apps),
    byHost: productsBy(products, ({ hosts }) => hosts),
    byUtmSource: productsBy(products, ({ utmSources = [] }) => utmSources),
    byPath,
    hostsOfPaths: new Set([...byPath.keys()].map((path) => path.slice(0, path.indexOf('/')))),
  };
});

/** A text that several products have is the first one's. */
function productsBy(
  products: readonly LlmProduct[],
  textsOf: (product: LlmProduct) => readonly string[],
): ProductsByText {
  const last = products.toReversed();
  return new Map(last.flatMap((product) => textsOf(product).map((text) => [text, product] as const)));
}

/** `www.perplexity.ai`, then `perplexity.ai`: whole labels only, so that notchatgpt.com is not chatgpt.com. */
function withParentDomains(host: string): readonly string[] {
  const labels = host.split('.').slice(-MAX_LABELS);
  return labels.map((_, index) => labels.slice(index).join('.'));
}

/** No listed host has more labels, and a host with thousands of dots must not cost more. */
const MAX_LABELS = 6;

function productAtPath({ byPath }: Places, hostAndPath: string): LlmProduct | undefined {
  for (const [beginning, product] of byPath) {
    if (hostAndPath === beginning || hostAndPath.startsWith(`${beginning}/`)) return product;
  }
  return undefined;
}

/**
 * The LLM product that the `utm_source` of a request names, as in `/guide?utm_source=chatgpt.com`. A product adds its own to
 * an address that may have one already: the first that names a product counts. The name's case does not matter.
 */
export function productOfUtmSource(catalogue: Catalogue, target: string): LlmProduct | undefined {
  // very few requests have one: do not parse the others
  if (!/utm_source=/i.test(target)) return undefined;
  const places = placesOf(catalogue);
  const query = target.slice(target.indexOf('?') + 1);
  for (const [name, value] of new URLSearchParams(query)) {
    if (name.toLowerCase() !== 'utm_source') continue;
    const utmSource = value.trim().toLowerCase();
    const product = places.byUtmSource.get(utmSource) ?? productAt(places, parseWebAddress(utmSource));
    if (product) return product;
  }
  return undefined;
}
