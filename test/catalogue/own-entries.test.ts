import { describe, expect, it } from 'vitest';
import { INSTALLED, INSTALLED_ENTRIES, createCatalogue } from '../../src/catalogue/catalogue.ts';
import { findBot, namesByCompany } from '../../src/catalogue/find-bot.ts';
import { companyOfSource, nameOfSource } from '../../src/catalogue/find-product.ts';
import { parseOwnEntries } from '../../src/catalogue/own-entries.ts';
import { botsOf, purposeOf } from '../../src/catalogue/purposes.ts';
import { withOwnEntries } from '../../src/catalogue/with-own-entries.ts';
import { classifyBot } from '../../src/recording/classify-bot.ts';
import { productOfReferrer, productOfUtmSource } from '../../src/recording/classify-referrer.ts';

function catalogueWith(value: unknown) {
  const own = parseOwnEntries(value);
  if ('complaints' in own) throw new Error(own.complaints.join('\n'));
  return createCatalogue(withOwnEntries(INSTALLED_ENTRIES, own));
}

function complaintsAbout(value: unknown): readonly string[] {
  const own = parseOwnEntries(value);
  return 'complaints' in own ? own.complaints : [];
}

const ACME = { name: 'AcmeBot', company: 'Acme', purpose: 'search' };

describe('a bot of one’s own', () => {
  const catalogue = catalogueWith({
    bots: [
      { ...ACME, token: 'Acme.Fetch', robots_token: 'Acme', documentation: 'https://acme.example/bot' },
      { name: 'GPTBot', company: 'Mine', purpose: 'other' },
      { name: 'CCBot', remove: true },
      { name: 'NobodysBot', remove: true },
    ],
  });
  const nameOf = (userAgent: string) => classifyBot(catalogue, userAgent)?.name;

  it('is named by its token as a product, in any letters, and by no expression', () => {
    const agents = [
      'acme.fetch/1.0',
      'Mozilla/5.0 (compatible; ACME.FETCH-Video/2)',
      'AcmeXFetch/1.0',
      'NotAcme.Fetch/1.0',
      'https://x.example/Acme.Fetch',
    ];
    expect(agents.map(nameOf)).toEqual(['AcmeBot', 'AcmeBot', undefined, undefined, undefined]);
  });

  it('has its purpose, company, token and documentation when it is read', () => {
    expect(findBot(catalogue, 'AcmeBot')).toMatchObject({
      ...ACME,
      robotsToken: 'Acme',
      documentation: 'https://acme.example/bot',
    });
    expect(purposeOf(catalogue, 'AcmeBot')).toBe('search');
    expect(namesByCompany(catalogue, 'Acme').names).toEqual(['AcmeBot']);
    expect(botsOf(catalogue, 'search')).toMatchObject({
      names: expect.arrayContaining(['AcmeBot']) as unknown,
    });
  });

  it('replaces the installed one of its name, which keeps its rule without a token', () => {
    expect(classifyBot(catalogue, 'GPTBot/1.2')).toEqual({
      ...{ name: 'GPTBot', company: 'Mine', purpose: 'other' },
      ...{ robotsToken: null, followsRobots: null, documentation: null, pattern: 'GPTBot' },
    });
    expect(catalogue.bots.findIndex(({ name }) => name === 'GPTBot')).toBe(
      1 + INSTALLED.bots.findIndex(({ name }) => name === 'GPTBot'),
    );
  });

  it('is removed by name, and what we do not have is no mistake', () => {
    expect([nameOf('CCBot/2.0'), findBot(catalogue, 'CCBot')]).toEqual([undefined, undefined]);
  });

  it('comes before the installed ones where both are in a user agent', () => {
    expect(nameOf('GPTBot/1.2 (acme.fetch)')).toBe('AcmeBot');
  });
});

it('an own product is found by its hosts, paths, apps and utm_source, before an installed one', () => {
  const catalogue = catalogueWith({
    products: [
      {
        ...{ source: 'acme-chat', name: 'Acme Chat', company: 'Acme', hosts: ['Chat.Acme.example'] },
        ...{ paths: ['acme.example/ask'], apps: ['com.acme.chat'], utm_sources: ['Acme', 'chatgpt'] },
      },
      { source: 'grok', company: 'Mine', hosts: ['grok.example'] },
      { source: 'perplexity', remove: true },
    ],
  });
  const referrers = [
    'https://www.chat.acme.example/x',
    'https://acme.example/ask/1',
    'https://acme.example/asked',
    'android-app://com.acme.chat',
    'https://grok.example/',
    'https://grok.com/',
    'https://www.perplexity.ai/',
    'https://claude.ai/',
  ];
  expect(referrers.map((referrer) => productOfReferrer(catalogue, referrer)?.source)).toEqual([
    ...['acme-chat', 'acme-chat', undefined, 'acme-chat', 'grok', undefined, undefined, 'claude'],
  ]);
  expect(productOfUtmSource(catalogue, '/?utm_source=chatgpt')?.source).toBe('acme-chat');
  expect(nameOfSource(catalogue, 'acme-chat')).toBe('Acme Chat');
  expect([nameOfSource(catalogue, 'grok'), companyOfSource(catalogue, 'grok')]).toEqual(['grok', 'Mine']);
});

it('an own signer names a bot, which is an agent unless the file says otherwise', () => {
  const catalogue = catalogueWith({
    signers: [
      { host: 'Sign.Acme.example', company: 'Acme', bot_name: 'Acme Agent' },
      { host: 'search.acme.example', company: 'Acme', bot_name: 'Acme Search', purpose: 'search' },
      { host: 'chatgpt.com', remove: true },
    ],
  });
  expect(catalogue.signers.slice(0, 2)).toEqual([
    { host: 'sign.acme.example', company: 'Acme', botName: 'Acme Agent', purpose: 'agent' },
    { host: 'search.acme.example', company: 'Acme', botName: 'Acme Search', purpose: 'search' },
  ]);
  expect(catalogue.signers.some(({ host }) => host === 'chatgpt.com')).toBe(false);
  expect(['Acme Agent', 'Acme Search'].map((name) => purposeOf(catalogue, name))).toEqual([
    'agent',
    'search',
  ]);
  expect(classifyBot(catalogue, 'Acme Agent/1.0')).toBeUndefined();
});

it('the entries of an empty file change nothing', () => {
  expect(withOwnEntries(INSTALLED_ENTRIES, parseOwnEntries({}) as never)).toEqual(INSTALLED_ENTRIES);
});

it('the signers have a host each, and the company that their bot has', () => {
  const hosts = INSTALLED.signers.map(({ host }) => host);
  expect(hosts).toEqual([...new Set(hosts)]);
  expect(complaintsAbout({ signers: hosts.map((host) => ({ host, company: 'X', bot_name: 'X' })) })).toEqual(
    [],
  );
  const others = INSTALLED.signers.filter(({ botName, company, purpose }) => {
    const bot = findBot(INSTALLED, botName);
    return bot?.company !== company || bot.purpose !== purpose;
  });
  expect(others).toEqual([]);
});

describe('a file with a mistake is refused with the entry, the field and what is allowed', () => {
  it.each<readonly [unknown, string]>([
    [[], 'the file must be a JSON object with the lists bots, products, signers, or some of them'],
    [{ bot: [] }, '"bot" is none of bots, products, signers'],
    [{ bots: {} }, '"bots" must be a list'],
    [{ bots: [1] }, 'bots[0]: it must be a JSON object'],
    [
      { bots: [{ company: 'Acme' }] },
      'bots[0]: "name" must be a text of 1 to 200 characters in one line; got nothing',
    ],
    [
      { bots: [{ ...ACME, company: 'a\nb' }] },
      'bots[0] ("AcmeBot"): "company" must be a text of 1 to 200 characters in one line; got "a\\nb"',
    ],
    [
      { bots: [{ ...ACME, purpose: 'AGENTS' }] },
      'bots[0] ("AcmeBot"): "purpose" must be one of "training", "search", "user", "agent", "other"; got "AGENTS"',
    ],
    [
      { bots: [{ ...ACME, colour: 'red' }] },
      'bots[0] ("AcmeBot"): there is no field "colour"; the fields are name, company, purpose, token, robots_token, documentation',
    ],
    [
      { bots: [{ ...ACME, documentation: 'acme' }] },
      'bots[0] ("AcmeBot"): "documentation" must be a web address, such as "https://acme.example/bot"; got "acme"',
    ],
    [{ bots: [ACME, ACME] }, 'bots[1] ("AcmeBot"): another entry has this "name", too'],
    [
      { bots: [{ name: 'CCBot', remove: 'yes' }] },
      'bots[0] ("CCBot"): "remove" must be true, or left out; got "yes"',
    ],
    [
      { bots: [{ ...ACME, remove: true }] },
      'bots[0] ("AcmeBot"): there is no field "company"; the fields are name, remove',
    ],
    [
      { products: [{ source: 'acme', company: 'Acme' }] },
      'products[0] ("acme"): it has none of hosts, paths, apps and utm_sources, so nothing would be found by it',
    ],
    [
      { products: [{ source: 'acme', company: 'Acme', hosts: ['https://acme.example'] }] },
      'products[0] ("acme"): "hosts" must be a list, and each of it the name of a host, such as "chat.acme.example"; got ["https://acme.example"]',
    ],
    [
      { signers: [{ host: 'com', company: 'Acme', bot_name: 'Acme' }] },
      'signers[0] ("com"): "host" must be the name of a host, such as "chat.acme.example"; got "com"',
    ],
  ])('%j', (value, complaint) => {
    expect(complaintsAbout(value)).toEqual([complaint]);
  });

  it('a token must be that of a product, and of no browser, whose visitors would be bots', () => {
    const wrong = [
      'Chrome',
      'safari',
      'Mozilla',
      'Gecko',
      'mobile',
      'AcmeBot/1.0',
      '(Acme)',
      '',
      'like Gecko',
    ];
    const complaints = complaintsAbout({
      bots: [...wrong, 'Acme|Chrome'].map((token, n) => ({ ...ACME, name: `Bot${n}`, token })),
    });
    expect(complaints.map((complaint) => /; got (.+)$/.exec(complaint)?.[1])).toEqual(
      wrong.map((token) => JSON.stringify(token)),
    );
    expect(complaintsAbout({ bots: [{ ...ACME, name: 'Chrome' }] })).toEqual([
      'bots[0] ("Chrome"): "token" must be given: the name is not the name of a product as user agents have it, without its version, such as "AcmeBot", which is in the user agent of no browser',
    ]);
  });

  it('all wrong entries are told at once', () => {
    expect(complaintsAbout({ bots: [1, ACME, 2], products: 3, signers: [4] })).toEqual([
      'bots[0]: it must be a JSON object',
      'bots[2]: it must be a JSON object',
      '"products" must be a list',
      'signers[0]: it must be a JSON object',
    ]);
  });
});
