import type { DigestDetails, DigestSite } from './content.ts';
import { LANES } from './lanes.ts';
import { type Signs, changeOf, nameOf, numbered, pathOf } from './words.ts';

/** A row of a table: its name as shown, and its numbers. */
export type Row = { readonly name: string; readonly numbers: readonly number[] };

/** What each company took and sent. */
export function tookRows({ companies, otherCompanies: others }: DigestDetails): readonly Row[] {
  return [
    ...companies.map(({ company, crawls, sent }) => ({ name: nameOf(company), numbers: [crawls, sent] })),
    ...(others === null
      ? []
      : [{ name: numbered(others.companies, 'other'), numbers: [others.crawls, others.sent] }]),
  ];
}

/** The pages that bots read most. */
export function readRows({ pages }: DigestDetails): readonly Row[] {
  return pages.map(({ path, visits }) => ({ name: pathOf(path), numbers: [visits] }));
}

/** `1,962 bot visits ↑ 3.2%, 84 LLM referrals, 7 conversions, 1 alert`. */
export function totalsLine({ counts, before, alerts }: DigestSite, signs: Signs): string {
  const told = LANES.map(({ type, noun }) => {
    const change = changeOf(counts[type], before?.[type], signs);
    const size = change === undefined || change.from === null ? '' : ` ${change.size}`;
    return `${numbered(counts[type], noun)}${size}`;
  });
  return [...told, ...(alerts === 0 ? [] : [numbered(alerts, 'alert')])].join(', ');
}
