import type { Catalogue } from '../../catalogue/catalogue.ts';
import { findBot } from '../../catalogue/find-bot.ts';

/** What alerts need to know of names. */
export type Named = {
  /** Whether visits of a bot from outside the ranges of its operator say anything: agents of people come from anywhere. */
  readonly mayBeOutside: (botName: string) => boolean;
  /** What people call a product that sends visitors. */
  readonly nameOfProduct: (source: string) => string;
};

export function namedBy(catalogue: Catalogue): Named {
  return {
    mayBeOutside(botName) {
      const purpose = findBot(catalogue, botName)?.purpose;
      return purpose !== 'user' && purpose !== 'agent';
    },
    nameOfProduct: (source) => catalogue.productsBySource.get(source)?.name ?? source,
  };
}
