import { repeated } from './texts.ts';

/** When a site was recorded to. */
export type Recorded =
  | { readonly kind: 'year' }
  | { readonly kind: 'lately' }
  | { readonly kind: 'until'; readonly daysAgo: number }
  | { readonly kind: 'never' };

export type MadeSite = {
  readonly domain: string;
  /** Undefined for a site that has its domain for a name. */
  readonly name: string | undefined;
  readonly recorded: Recorded;
};

/** The number of sites, as an agency or a large company has them. */
export const SITES = 60;

/** The one with a year of events. */
export const BIG_DOMAIN = 'www.example.com';

/** The longest host name, but for three letters. */
const LONG_DOMAIN = `${repeated('customers-', 61)}.${repeated('shops-', 61)}.${repeated('agency-', 60)}.${repeated('example-', 61)}.net`;

const LATELY = { kind: 'lately' } as const;
const NEVER = { kind: 'never' } as const;
const WEEKS_AGO = { kind: 'until', daysAgo: 23 } as const;
const DAYS_AGO = { kind: 'until', daysAgo: 2 } as const;

/** Sites whose names and domains are unusual, or whose recording has stopped. The first is the big one. */
const UNUSUAL: readonly MadeSite[] = [
  { domain: BIG_DOMAIN, name: 'Example', recorded: { kind: 'year' } },
  { domain: LONG_DOMAIN, name: 'Domain of 250 letters', recorded: LATELY },
  {
    domain: 'long-name.example.com',
    name: repeated('A name of two hundred letters ', 200),
    recorded: LATELY,
  },
  { domain: 'one-word.example.com', name: repeated('Unbreakable', 200), recorded: WEEKS_AGO },
  { domain: 'no-name.example.com', name: undefined, recorded: LATELY },
  { domain: 'bücher-für-alle.example.com', name: undefined, recorded: LATELY },
  { domain: '例え.example.jp', name: '例えサイト', recorded: LATELY },
  { domain: 'אתר.example.com', name: 'אתר לדוגמה (ראשי)', recorded: LATELY },
  { domain: 'emoji.example.com', name: '👩‍👩‍👧‍👦 Family shop 🛍️', recorded: LATELY },
  { domain: 'marks.example.com', name: '\u202egnp.pohs\u2066', recorded: LATELY },
  { domain: 'markup.example.com', name: '<b onclick=alert(1)>bold</b> &amp;', recorded: DAYS_AGO },
  { domain: 'x.co', name: 'X', recorded: WEEKS_AGO },
];

/** All sites: the unusual ones, then customers of an agency, of which every fifth was never recorded to. */
export const MADE_SITES: readonly MadeSite[] = [
  ...UNUSUAL,
  ...Array.from({ length: SITES - UNUSUAL.length }, (_, index) => customerSite(index + 1)),
];

function customerSite(number: number): MadeSite {
  const domain = `shop-${number}.customers.agency-${(number % 3) + 1}.example.net`;
  const name = number % 4 === 0 ? undefined : `Shop ${number}`;
  if (number % 5 === 0) return { domain, name, recorded: NEVER };
  return { domain, name, recorded: number % 7 === 0 ? WEEKS_AGO : LATELY };
}
