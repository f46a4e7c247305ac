import type { DigestContent, DigestDetails, DigestSite } from './content.ts';
import type { Form } from './forms.ts';
import {
  beside,
  button,
  escaped,
  heading,
  item,
  link,
  remark,
  sheet,
  siteHeading,
  span,
} from './html-parts.ts';
import { ABOVE, SMALL } from './html-style.ts';
import { ARROWS, bars, totals } from './html-tables.ts';
import type { DigestLinks } from './links.ts';
import { readRows, tookRows, totalsLine } from './rows.ts';
import { lastWords, othersOf, remarkOf } from './sentences.ts';
import { PERIOD, nameOf, numbered } from './words.ts';
import { alertItems, worthALook } from './worth-a-look.ts';

export function siteSheet(content: DigestContent, site: DigestSite, form: Form, links: DigestLinks): string {
  const { details } = site;
  const why = remarkOf(content, site);
  const [href, label] = [links.site(site.id, content), `See the ${PERIOD[content.every]}`];
  const last = escaped(lastWords(site, form));
  return sheet([
    siteHeading(escaped(nameOf(site.name)), escaped(nameOf(site.domain))),
    ...totals(site),
    ...(why === undefined ? [] : [remark(escaped(why), 'ink3')]),
    ...(details === null ? [] : alertCells(site, details)),
    ...(details === null || form !== 'full' ? [] : tableCells(details)),
    ...(details === null
      ? []
      : lookCells(details, form === 'full' ? last : `${last} ${link('ink2', href, label)}`)),
    ...(form === 'full' ? [button(href, label)] : []),
  ]);
}

function alertCells({ alerts: count }: DigestSite, { alerts }: DigestDetails): readonly string[] {
  if (alerts.length === 0) return [];
  const more = count - alerts.length;
  return [
    heading('Alerts'),
    ...alertItems(alerts).map(item),
    ...(more > 0 ? [remark(`And ${numbered(more, 'more alert')}.`)] : []),
  ];
}

function tableCells(details: DigestDetails): readonly string[] {
  const [took, read] = [tookRows(details), readRows(details)];
  return [
    ...(took.length === 0
      ? []
      : [heading('Who took', 'and what they sent'), bars(['Company', 'Crawls', 'Sent'], took)]),
    ...(read.length === 0 ? [] : [heading('Most read by bots'), bars(['Page', 'Visits'], read)]),
  ];
}

function lookCells(details: DigestDetails, last: string): readonly string[] {
  const items = worthALook(details);
  return [
    ...(items.length === 0 ? [] : [heading('Worth a look')]),
    ...items.map(item),
    ...(last === '' ? [] : [remark(last)]),
  ];
}

/** The sites of which only the totals are told, in one card, and how many more there are. */
export function otherSites(content: DigestContent, sites: readonly DigestSite[], links: DigestLinks): string {
  const others = othersOf(content);
  if (sites.length === 0 && others === undefined) return '';
  return sheet([
    siteHeading('Other sites', ''),
    ...sites.map((site) => totalsCell(content, site, links)),
    ...(others === undefined ? [] : [remark(escaped(others))]),
  ]);
}

function totalsCell(content: DigestContent, site: DigestSite, links: DigestLinks): string {
  const name = link('ink', links.site(site.id, content), escaped(nameOf(site.name)));
  return `<td class="line" style="${ABOVE};padding:9px 0;${SMALL};word-break:break-word">${name}${beside(escaped(nameOf(site.domain)))}<br>${span('ink2', escaped(totalsLine(site, ARROWS)))}</td>`;
}
