import type { Catalogue } from '../../catalogue/catalogue.ts';
import { groupBy } from '../../domain/group-by.ts';
import type { NameFacts } from '../../queries/name-facts.ts';
import { namedBy } from '../alerting/named.ts';
import { companyOf, countCompanies } from '../reading/company-counts.ts';
import type { DigestDetails, DigestImpostors } from './content.ts';

type Names = readonly NameFacts<'range'>[];

const COMPANIES = 5;

/** Companies by what their bots took: some of them, and the rest together. */
export function companiesOf(
  catalogue: Catalogue,
  names: Names,
): Pick<DigestDetails, 'companies' | 'otherCompanies'> {
  const all = countCompanies(catalogue, names, false)
    .map(({ company, botVisits, referrals }) => ({ company, crawls: botVisits, sent: referrals }))
    .filter(({ crawls, sent }) => crawls + sent > 0);
  const rest = all.slice(COMPANIES);
  return {
    companies: all.slice(0, COMPANIES),
    otherCompanies:
      rest.length === 0
        ? null
        : {
            companies: rest.length,
            crawls: rest.reduce((sum, { crawls }) => sum + crawls, 0),
            sent: rest.reduce((sum, { sent }) => sum + sent, 0),
          },
  };
}

export function failedVisits(names: Names): number {
  return names.reduce((sum, { type, failed }) => sum + (type === 'bot' ? failed : 0), 0);
}

/** The bot of which most visits came from outside, of those whose operators say where they come from. */
export function impostorsOf(catalogue: Catalogue, names: Names): DigestImpostors | null {
  const { mayBeOutside } = namedBy(catalogue);
  const bots = groupBy(
    names.filter(({ type, name }) => type === 'bot' && mayBeOutside(name)),
    ({ name }) => name,
  );
  let most: DigestImpostors | null = null;
  for (const [bot, own] of bots) {
    const visits = own.reduce((sum, { outside }) => sum + outside, 0);
    if (visits <= (most?.visits ?? 0)) continue;
    const ofVisits = own.reduce((sum, { count }) => sum + count, 0);
    const company = own.map((each) => companyOf(catalogue, each))[0] ?? '';
    most = { bot, company, visits, ofVisits };
  }
  return most;
}
