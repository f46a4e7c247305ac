import { BOTS, type Bot } from './bots.ts';
import { LLM_PRODUCTS, type LlmProduct } from './llm-products.ts';
import { SIGNERS, type Signer } from './signers.ts';

/** What is known of the bot of a name: of one that a user agent may name, or of one that is known by its signer alone. */
export type KnownBot = Omit<Bot, 'pattern'>;

/** What requests are classified by when they are recorded, and names explained by when they are read. */
export type Catalogue = Entries & {
  /** The bots of all names, also of those that only a signer has. */
  readonly known: ReadonlyMap<string, KnownBot>;
  readonly productsBySource: ReadonlyMap<string, LlmProduct>;
  readonly signersByHost: ReadonlyMap<string, Signer>;
};

export type Entries = {
  /** In the order in which their patterns are tried. */
  readonly bots: readonly Bot[];
  /** Where two have the same host, path, app or `utm_source`, the first has it. */
  readonly products: readonly LlmProduct[];
  readonly signers: readonly Signer[];
};

export const INSTALLED_ENTRIES: Entries = { bots: BOTS, products: LLM_PRODUCTS, signers: SIGNERS };

/** Prepares the entries. A catalogue never changes: one with other entries is another object. */
export function createCatalogue(entries: Entries): Catalogue {
  const { bots, products, signers } = entries;
  return {
    ...entries,
    known: new Map<string, KnownBot>([...signers.map(ofSigner), ...bots].map((bot) => [bot.name, bot])),
    productsBySource: new Map(products.map((product) => [product.source, product])),
    signersByHost: new Map(signers.map((signer) => [signer.host, signer])),
  };
}

function ofSigner({ botName: name, company, purpose }: Signer): KnownBot {
  return { name, company, purpose, robotsToken: null, followsRobots: null, documentation: null };
}

/** The catalogue that is installed with the product. */
export const INSTALLED = createCatalogue(INSTALLED_ENTRIES);
