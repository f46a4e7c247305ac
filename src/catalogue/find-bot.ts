import type { Catalogue, KnownBot } from './catalogue.ts';

/** The bot of this name; undefined if the catalogue does not have it. */
export function findBot({ known }: Catalogue, name: string): KnownBot | undefined {
  return known.get(name);
}

/** The names of the company's bots, and of all others. */
export function namesByCompany({ known }: Catalogue, company: string) {
  const bots = [...known.values()];
  const namesOf = (some: readonly KnownBot[]) => some.map(({ name }) => name);
  return {
    names: namesOf(bots.filter((bot) => bot.company === company)),
    namesOfOthers: namesOf(bots.filter((bot) => bot.company !== company)),
  };
}
