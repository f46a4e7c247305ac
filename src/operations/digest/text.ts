import type { DigestContent, DigestDetails, DigestSite } from './content.ts';
import { type Form, formsOf } from './forms.ts';
import { LANES } from './lanes.ts';
import type { DigestLinks } from './links.ts';
import { readRows, tookRows, totalsLine } from './rows.ts';
import {
  introductionOf,
  lastWords,
  othersOf,
  quietSentences,
  reasonOf,
  remarkOf,
  titleOf,
} from './sentences.ts';
import { table, wrapped } from './text-layout.ts';
import { PERIOD, type Signs, changeOf, nameOf, number, numbered } from './words.ts';
import { type Item, alertItems, worthALook } from './worth-a-look.ts';

const SIGNS: Signs = { more: '+', fewer: '-' };

/** Parts with an empty line between them. */
type Parts = readonly (readonly string[])[];

/** The digest as plain text of 76 columns; only addresses are longer. */
export function digestText(content: DigestContent, links: DigestLinks): string {
  const forms = formsOf(content);
  const told = content.sites.flatMap((site, index) => {
    const form = forms[index] ?? 'totals';
    return form === 'totals' ? [] : siteParts(content, site, form, links);
  });
  const others = content.sites.filter((_, index) => forms[index] === 'totals');
  const parts: Parts = [
    [...wrapped(titleOf(content).toUpperCase()), ...wrapped(introductionOf(content))],
    ...told,
    ...otherParts(content, others),
    ...quietSentences(content).map((sentence) => wrapped(sentence)),
    footOf(content, links),
  ];
  return `${parts
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function siteParts(content: DigestContent, site: DigestSite, form: Form, links: DigestLinks): Parts {
  const { details } = site;
  const remark = remarkOf(content, site);
  const last = lastWords(site, form);
  return [
    headingOf(site),
    [...totals(site), ...(remark === undefined ? [] : wrapped(remark, '  '))],
    ...(details === null ? [] : detailParts(site, details, form)),
    last === '' ? [] : wrapped(last, '  '),
    [`See the ${PERIOD[content.every]}:`, links.site(site.id, content)],
  ];
}

function headingOf({ name, domain }: Pick<DigestSite, 'name' | 'domain'>): readonly string[] {
  return wrapped(`${nameOf(name).toUpperCase()}${name === domain ? '' : `  ${nameOf(domain)}`}`);
}

const LABEL = 14;
const LEAST_COUNT = 10;
const GAP = 2;

function totals({ counts, before }: DigestSite): readonly string[] {
  const numbers = LANES.map(({ type }) => number(counts[type]));
  const width = Math.max(LEAST_COUNT, ...numbers.map(({ length }) => length + GAP));
  return LANES.map(({ type, label }, index) => {
    const count = `  ${label.padEnd(LABEL)}${(numbers[index] ?? '').padStart(width)}`;
    const change = changeOf(counts[type], before?.[type], SIGNS);
    if (change === undefined) return count;
    return `${count}   ${change.size}${change.from === null ? '' : ` from ${number(change.from)}`}`;
  });
}

function detailParts({ alerts: count }: DigestSite, details: DigestDetails, form: Form): Parts {
  const { alerts } = details;
  const [took, read] = form === 'full' ? [tookRows(details), readRows(details)] : [[], []];
  const more = count - alerts.length;
  return [
    [
      ...items('Alerts', alertItems(alerts)),
      ...(more > 0 ? wrapped(`And ${numbered(more, 'more alert')}.`, '    ') : []),
    ],
    took.length === 0 ? [] : table(['Who took', 'Crawls', 'Sent'], took),
    read.length === 0 ? [] : table(['Most read by bots', 'Visits'], read),
    items('Worth a look', worthALook(details)),
  ];
}

function items(heading: string, all: readonly Item[]): readonly string[] {
  if (all.length === 0) return [];
  return [
    heading,
    ...all.flatMap(({ title, detail }) => [
      ...wrapped(title, '  * '),
      ...(detail === '' ? [] : wrapped(detail, '    ')),
    ]),
  ];
}

function otherParts(content: DigestContent, sites: readonly DigestSite[]): Parts {
  const others = othersOf(content);
  if (sites.length === 0 && others === undefined) return [];
  return [
    ['OTHER SITES'],
    ...sites.map((site) => [
      ...wrapped(`${nameOf(site.name)}  ${nameOf(site.domain)}`, '  '),
      ...wrapped(totalsLine(site, SIGNS), '    '),
    ]),
    others === undefined ? [] : wrapped(others, '  '),
  ];
}

function footOf(content: DigestContent, links: DigestLinks): readonly string[] {
  const { settings, unsubscribe } = links;
  return [
    '--',
    ...wrapped(`${reasonOf(content, links)}:`),
    settings,
    ...(unsubscribe === undefined ? [] : [`Unsubscribe: ${unsubscribe}`]),
  ];
}
