import type { Command } from 'commander';
import { type Entries, INSTALLED_ENTRIES } from '../catalogue/catalogue.ts';
import type { Own, OwnEntries } from '../catalogue/own-entries.ts';
import { byCodePoint } from '../domain/code-points.ts';
import { catalogueOf, readOwnEntries } from '../serving/open-catalogue.ts';
import { type CommonOptions, addCommand } from './command.ts';
import { print } from './output.ts';
import type { Shell } from './shell.ts';
import { tableLines } from './table.ts';

/** Whose an entry is: "removed" for an installed one that the file removes. */
type Origin = 'installed' | 'own' | 'replaced' | 'removed';

type Shown = {
  readonly kind: 'bot' | 'product' | 'signer';
  readonly key: string;
  readonly origin: Origin;
} & {
  readonly company: string;
  readonly about: string;
  readonly value: object;
};

/** `catalogue show`. */
export function addCatalogueCommands(program: Command, shell: Shell): void {
  const catalogue = program
    .command('catalogue')
    .description('show the bots, LLM products and signers by which requests are recognized');

  addCommand(catalogue, 'show', {
    summary: 'show the catalogue in use, and which of it is yours (BOT_CATALOGUE)',
    example: 'catalogue show',
    remarks:
      'Each line shows whose the entry is, what it is, its name, the company, and the purpose of a bot, the hosts of a product or the bot of a signer. "own" is added by your file, "replaced" is yours in the place of an installed one, and "removed" is an installed one that your file takes away.',
  }).action(async ({ json }: CommonOptions) => {
    const config = shell.readConfig();
    const { catalogueFile: file } = config.recording;
    const inUse = await catalogueOf(config);
    const own = file === undefined ? undefined : await readOwnEntries(file);
    const shown = [...entriesOf(inUse, own), ...removedBy(own)];
    const valuesOf = (kind: Shown['kind']) =>
      shown.filter((one) => one.kind === kind).map(({ value, origin }) => ({ ...value, origin }));
    const value = {
      file: file ?? null,
      bots: valuesOf('bot'),
      products: valuesOf('product'),
      signers: valuesOf('signer'),
    };
    const rows = shown
      .toSorted((a, b) => RANK[a.origin] - RANK[b.origin] || byCodePoint(a.kind, b.kind))
      .map(({ origin, kind, key, company, about }) => [origin, kind, key, company, about]);
    print(shell, { value, lines: tableLines(rows, shell.stdout.isTTY) }, json);
  });
}

/** What is the operator's own comes first. */
const RANK: Readonly<Record<Origin, number>> = { own: 0, replaced: 1, removed: 2, installed: 3 };

function entriesOf({ bots, products, signers }: Entries, own: OwnEntries | undefined): readonly Shown[] {
  const [botOrigin, productOrigin, signerOrigin] = [
    originIn(
      namesIn(own?.bots, ({ name }) => name),
      INSTALLED_ENTRIES.bots.map(({ name }) => name),
    ),
    originIn(
      namesIn(own?.products, ({ source }) => source),
      INSTALLED_ENTRIES.products.map(({ source }) => source),
    ),
    originIn(
      namesIn(own?.signers, ({ host }) => host),
      INSTALLED_ENTRIES.signers.map(({ host }) => host),
    ),
  ];
  return [
    ...bots.map((bot) => shownBot(bot, botOrigin(bot.name))),
    ...products.map((product) => shownProduct(product, productOrigin(product.source))),
    ...signers.map((signer) => shownSigner(signer, signerOrigin(signer.host))),
  ];
}

/** The installed entries that the file removes; what it removes and we do not have is not shown. */
function removedBy(own: OwnEntries | undefined): readonly Shown[] {
  const { bots, products, signers } = INSTALLED_ENTRIES;
  const removed = (list: Own<unknown> | undefined, key: string) => list?.removed.includes(key) === true;
  return [
    ...bots.filter(({ name }) => removed(own?.bots, name)).map((bot) => shownBot(bot, 'removed')),
    ...products
      .filter(({ source }) => removed(own?.products, source))
      .map((product) => shownProduct(product, 'removed')),
    ...signers.filter(({ host }) => removed(own?.signers, host)).map((one) => shownSigner(one, 'removed')),
  ];
}

function namesIn<Entry>(list: Own<Entry> | undefined, keyOf: (entry: Entry) => string) {
  return new Set(list?.entries.map(keyOf));
}

function originIn(own: ReadonlySet<string>, installed: readonly string[]): (key: string) => Origin {
  const known = new Set(installed);
  return (key) => {
    if (!own.has(key)) return 'installed';
    return known.has(key) ? 'replaced' : 'own';
  };
}

function shownBot(bot: Entries['bots'][number], origin: Origin): Shown {
  const { name, company, purpose, pattern, robotsToken, documentation } = bot;
  const value = { name, company, purpose, pattern, robots_token: robotsToken, documentation };
  return { kind: 'bot', key: name, origin, company, about: purpose, value };
}

function shownProduct(product: Entries['products'][number], origin: Origin): Shown {
  const { source, name, company, hosts, paths = [], apps = [], utmSources = [] } = product;
  const value = { source, name, company, hosts, paths, apps, utm_sources: utmSources };
  return { kind: 'product', key: source, origin, company, about: [...hosts, ...paths].join(', '), value };
}

function shownSigner({ host, company, botName, purpose }: Entries['signers'][number], origin: Origin): Shown {
  const value = { host, company, bot_name: botName, purpose };
  return { kind: 'signer', key: host, origin, company, about: botName, value };
}
