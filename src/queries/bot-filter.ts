import { type RawBuilder, sql } from 'kysely';
import type { Param } from '../database/statement.ts';

/** Bots by name and company; a part that is left out admits all. */
export type BotFilter = {
  readonly names?: readonly string[];
  readonly otherThan?: readonly string[];
  readonly company?: CompanyBots;
};

/** The bots of a company: those with its names, and those recorded with it whose names are not of others. */
export type CompanyBots = {
  readonly recorded: string;
  readonly names: readonly string[];
  readonly namesOfOthers: readonly string[];
};

/** The parts of a filter, as values of a statement. */
export type BotParts = {
  readonly names: readonly string[] | undefined;
  readonly otherThan: readonly string[] | undefined;
  readonly company: string | undefined;
  readonly companyNames: readonly string[] | undefined;
  readonly namesOfOthers: readonly string[] | undefined;
};

/** Without a filter, all bots are admitted. */
export function partsOf({ names, otherThan, company }: BotFilter = {}): BotParts {
  return {
    names,
    otherThan,
    company: company?.recorded,
    companyNames: company?.names,
    namesOfOthers: company?.namesOfOthers,
  };
}

/** Whether the columns have the name and company of a bot that the filter admits. */
export function isOneOf(
  param: Param<BotParts>,
  name: RawBuilder<unknown>,
  company: RawBuilder<unknown>,
): RawBuilder<unknown> {
  // many names are looked up in a hash table, whatever the plan: one for any parameters compares them one by one
  const others = (names: 'otherThan' | 'namesOfOthers') => sql`(select unnest(${param(names)}::text[]))`;
  return sql`(${param('names')}::text[] is null or ${name} = any(${param('names')}::text[]))
    and (${param('otherThan')}::text[] is null or ${name} not in ${others('otherThan')})
    and (${param('company')}::text is null or ${name} = any(${param('companyNames')}::text[])
      or ${company} = ${param('company')} and ${name} not in ${others('namesOfOthers')})`;
}
