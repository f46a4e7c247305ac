import { MOST_DETAIL, MOST_TITLE } from '../../domain/alert.ts';
import type { DigestAlert, DigestDetails, DigestErrors, DigestGaps, DigestImpostors } from './content.ts';
import { duration, enumerated, nameOf, number, numbered, pathOf, percent, stretch } from './words.ts';

/** A line that catches the eye, and what there is to say of it. */
export type Item = { readonly title: string; readonly detail: string };

export function alertItems(alerts: readonly DigestAlert[]): readonly Item[] {
  return alerts.map(({ title, detail }) => ({
    title: nameOf(title, MOST_TITLE),
    detail: nameOf(detail, MOST_DETAIL),
  }));
}

/** What somebody should look at on a site, beside its alerts. */
export function worthALook({
  errors,
  impostors,
  newBots,
  otherNewBots,
  gaps,
}: DigestDetails): readonly Item[] {
  return [
    ...(errors === null ? [] : [errorsItem(errors)]),
    ...(impostors === null ? [] : [impostorsItem(impostors)]),
    ...(newBots === null || newBots.length === 0 ? [] : [newBotsItem(newBots, otherNewBots)]),
    ...(gaps === null ? [] : [gapsItem(gaps)]),
  ];
}

function errorsItem({ visits, page, pageVisits, status, statusVisits }: DigestErrors): Item {
  const [isOnePage, isOneStatus] = [pageVisits >= visits, statusVisits >= visits];
  const errors = numbered(visits, 'error');
  const answered = status === null ? '' : `${isOneStatus ? 'All' : number(statusVisits)} answered ${status}.`;
  if (page === null) return { title: errors, detail: answered };
  const title = isOnePage ? `${errors} at one page` : `${errors}, ${number(pageVisits)} of them at one page`;
  if (isOnePage && isOneStatus && status !== null)
    return { title, detail: `${pathOf(page)} answered ${status}.` };
  return { title, detail: `${answered} The page: ${pathOf(page)}`.trim() };
}

function impostorsItem({ bot, company, visits, ofVisits }: DigestImpostors): Item {
  const from = visits === 1 ? 'another address' : 'other addresses';
  const lists = company === '' ? 'Its operator' : nameOf(company);
  return {
    title: `${numbered(visits, 'visit')} claimed to be ${nameOf(bot)} from ${from}`,
    detail: `That is ${percent(visits, ofVisits)} of its visits. ${lists} does not list ${visits === 1 ? 'this address' : 'these addresses'}.`,
  };
}

function newBotsItem(names: readonly string[], others: number): Item {
  const bots = enumerated(
    names.map((name) => nameOf(name)),
    others,
  );
  if (names.length === 1)
    return { title: `New bot: ${bots}`, detail: 'It did not come in the 90 days before.' };
  return {
    title: numbered(names.length + others, 'new bot'),
    detail: `${bots}. None came in the 90 days before.`,
  };
}

function gapsItem({ count, totalMs, longest }: DigestGaps): Item {
  if (count === 1)
    return { title: `Nothing was recorded for ${duration(totalMs)}`, detail: `${stretch(longest)} UTC.` };
  return {
    title: `${numbered(count, 'gap')} in recording, ${duration(totalMs)} in all`,
    detail: `The longest: ${stretch(longest)} UTC.`,
  };
}
