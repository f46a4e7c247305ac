import type { Catalogue } from '../../catalogue/catalogue.ts';
import { namesByCompany } from '../../catalogue/find-bot.ts';
import { PURPOSES, botsOf, purposeOf } from '../../catalogue/purposes.ts';
import type { BotFilter } from '../../queries/bot-filter.ts';
import { type RawParameter, isStorable, parseText, parseWord } from '../rules.ts';

/** Whose visits count: those of the bots that all of these admit. */
export type BotsRequest = {
  /** The name of a bot. */
  readonly bot?: RawParameter;
  readonly company?: RawParameter;
  /** One of the purposes of the catalogue. */
  readonly purpose?: RawParameter;
};

export type BotChoice = ReturnType<typeof parseBots>;

export function parseBots({ bot, company, purpose }: BotsRequest) {
  return {
    botName: parseText('bot', bot, 'the name of a bot'),
    company: parseText('company', company, 'the name of a company'),
    purpose: parseWord('purpose', purpose, PURPOSES),
  };
}

/** The bots that all of the filters admit; undefined if there is none. */
export function botsAmong(
  catalogue: Catalogue,
  { botName, company, purpose }: BotChoice,
): BotFilter | undefined {
  if (botName === undefined && company === undefined && purpose === undefined) return undefined;
  if (![botName, company].every(isStorable)) return { names: [] };
  return {
    ...namesOf(catalogue, botName, purpose),
    ...(company !== undefined && { company: { recorded: company, ...namesByCompany(catalogue, company) } }),
  };
}

function namesOf(
  catalogue: Catalogue,
  botName: string | undefined,
  purpose: BotChoice['purpose'],
): BotFilter {
  if (botName === undefined) return purpose === undefined ? {} : botsOf(catalogue, purpose);
  return { names: purpose === undefined || purpose === purposeOf(catalogue, botName) ? [botName] : [] };
}
