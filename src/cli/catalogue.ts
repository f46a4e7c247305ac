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
    const shown = shownEntries(inUse, own);
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

/** The entries in use, and the installed ones that the file removes. What it removes without our having it is not shown. */
function shownEntries(inUse: Entries, own: OwnEntries | undefined): readonly Shown[] {
  const { bots, products, signers } = INSTALLED_ENTRIES;
  return [
    ...shownOf('name', { inUse: inUse.bots, installed: bots, own: own?.bots }, shownBot),
    ...shownOf('source', { inUse: inUse.products, installed: products, own: own?.products }, shownProduct),
    ...shownOf('host', { inUse: inUse.signers, installed: signers, own: own?.signers }, shownSigner),
  ];
}

type Lists<Entry, OwnEntry> = {
  readonly inUse: readonly Entry[];
  readonly installed: readonly Entry[];
  readonly own: Own<OwnEntry> | undefined;
};

function shownOf<Key extends string, Entry extends Readonly<Record<Key, string>>>(
  key: Key,
  { inUse, installed, own }: Lists<Entry, Readonly<Record<Key, string>>>,
  show: (entry: Entry, origin: Origin) => Shown,
): readonly Shown[] {
  const keysOf = (entries: readonly Readonly<Record<Key, string>>[]) =>
    new Set(entries.map((entry) => entry[key]));
  const [ownKeys, installedKeys] = [keysOf(own?.entries ?? []), keysOf(installed)];
  const originOf = (entry: Entry): Origin => {
    if (!ownKeys.has(entry[key])) return 'installed';
    return installedKeys.has(entry[key]) ? 'replaced' : 'own';
  };
  const removed = installed.filter((entry) => own?.removed.includes(entry[key]));
  return [
    ...inUse.map((entry) => show(entry, originOf(entry))),
    ...removed.map((entry) => show(entry, 'removed')),
  ];
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
