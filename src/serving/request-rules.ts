import { readFile } from 'node:fs/promises';
import { type Config, ConfigError, type RecordingConfig, type RecordingFiles } from '../settings/config.ts';
import { type CountrySource, openCountries } from '../countries/open-countries.ts';
import { type BotRanges, openRanges } from '../ranges/open-ranges.ts';
import { type SignatureKeys, openKeys } from '../signatures/open-keys.ts';
import type { RequestRules } from '../recording/classify-request.ts';
import { type ConversionRule, parseConversionRules } from '../recording/conversion-rules.ts';
import { unreadable } from '../logs/unreadable.ts';
import { messageOf } from './message-of.ts';
import { type CatalogueSource, openCatalogue } from './open-catalogue.ts';
import { Unusable, WRONG_SETTINGS } from './unusable.ts';

type OpenedRules = {
  readonly rules: RequestRules;
  /** When the newest list of bots' address ranges was retrieved; null if none ever was. */
  readonly rangesUpdatedAtMs: () => number | null;
  /** When the country database in use was built; null if it does not say. */
  readonly countriesBuiltAtMs: () => number | null;
  /** Stops watching the files. */
  readonly close: () => void;
};

/** Opens the files of the settings. Throws Unusable, with a message about each file that cannot be used. */
export async function openRequestRules(
  { crawlRule, ...files }: RecordingConfig,
  onFault?: (cause: unknown, what: string) => void,
): Promise<OpenedRules> {
  const opened = await openFiles(files, onFault);
  if ('complaints' in opened) throw new Unusable(opened.complaints.join('; '), { exitCode: WRONG_SETTINGS });
  const { conversionRules, countries, ranges, keys, catalogues } = opened;
  return {
    rules: {
      catalogue: catalogues.catalogue,
      crawlRule,
      conversionRules,
      countryOf: countries.countryOf,
      verdictOf: ranges.verdictOf,
      proofOf: keys.proofOf,
    },
    rangesUpdatedAtMs: ranges.updatedAtMs,
    countriesBuiltAtMs: countries.builtAtMs,
    close: () => {
      countries.close();
      ranges.close();
      keys.close();
      catalogues.close();
    },
  };
}

/** The settings of a server. Throws ConfigError with all complaints at once, also about the files. */
export async function readServerConfig(readConfig: () => Config): Promise<Config> {
  try {
    return readConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    const opened = await openFiles(error.files);
    if ('countries' in opened) throw error;
    throw new ConfigError([...error.complaints, ...opened.complaints], error.files);
  }
}

type OpenedFiles = {
  readonly conversionRules: readonly ConversionRule[];
  readonly countries: CountrySource;
  readonly ranges: BotRanges;
  readonly keys: SignatureKeys;
  readonly catalogues: CatalogueSource;
};

type Opened = OpenedFiles | { readonly complaints: readonly string[] };

async function openFiles(
  {
    conversionRulesFile,
    countryDatabaseFile,
    botRangesFile,
    signatureKeysFile,
    catalogueFile,
  }: RecordingFiles,
  onFault?: (cause: unknown, what: string) => void,
): Promise<Opened> {
  const watched = (file: string | undefined, what: string) => ({
    file,
    onFault: (cause: unknown) => onFault?.(cause, `the new ${what} cannot be used`),
  });
  const opening = {
    conversionRules: readConversionRules(conversionRulesFile),
    countries: openCountries(watched(countryDatabaseFile, 'country database')),
    ranges: openRanges(watched(botRangesFile, 'file of bot ranges')),
    keys: openKeys(watched(signatureKeysFile, 'file of signature keys')),
    catalogues: openCatalogue(watched(catalogueFile, 'catalogue')),
  };
  const settled = await Promise.allSettled(Object.values(opening));
  const failures = settled.filter((one) => one.status === 'rejected');
  if (failures.length === 0)
    return {
      conversionRules: await opening.conversionRules,
      countries: await opening.countries,
      ranges: await opening.ranges,
      keys: await opening.keys,
      catalogues: await opening.catalogues,
    };
  for (const one of settled) if (one.status === 'fulfilled' && 'close' in one.value) one.value.close();
  return { complaints: failures.map(({ reason }) => messageOf(reason)) };
}

/** The rules of a file, if there is one. Throws an Error that names the file and says what is wrong with it. */
export async function readConversionRules(file: string | undefined): Promise<readonly ConversionRule[]> {
  if (file === undefined) return [];
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`the conversion rules: ${messageOf(unreadable(file, cause))}`, { cause });
  });
  const parsed = parseConversionRules(text);
  if ('rules' in parsed) return parsed.rules;
  throw new Error(`${file}: ${parsed.complaints.join(' ')}`);
}
