import { BOTS, type Bot } from './bots.ts';

const BY_NAME = new Map(BOTS.map((bot) => [bot.name, bot]));

/** The bot of this name; undefined if the catalogue does not have it. */
export function findBot(name: string): Bot | undefined {
  return BY_NAME.get(name);
}

/** The names of the company's bots, and of all others. */
export function namesByCompany(company: string) {
  const namesOf = (bots: readonly Bot[]) => bots.map(({ name }) => name);
  return {
    names: namesOf(BOTS.filter((bot) => bot.company === company)),
    namesOfOthers: namesOf(BOTS.filter((bot) => bot.company !== company)),
  };
}
