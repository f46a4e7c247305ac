import { readFile } from 'node:fs/promises';
import { type Config, ConfigError, type RecordingConfig, type RecordingFiles } from '../settings/config.ts';
import { type CountrySource, openCountries } from '../countries/open-countries.ts';
import { type BotRanges, openRanges } from '../ranges/open-ranges.ts';
import type { RequestRules } from '../recording/classify-request.ts';
import { type ConversionRule, parseConversionRules } from '../recording/conversion-rules.ts';
import { unreadable } from '../logs/unreadable.ts';
import { messageOf } from './message-of.ts';
import { Unusable, WRONG_SETTINGS } from './unusable.ts';

type OpenedRules = {
  readonly rules: RequestRules;
  /** When the newest list of bots' address ranges was retrieved; null if none ever was. */
  readonly rangesUpdatedAtMs: () => number | null;
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
  const { conversionRules, countries, ranges } = opened;
  return {
    rules: {
      crawlRule,
      conversionRules,
      countryOf: countries.countryOf,
      verdictOf: ranges.verdictOf,
    },
    rangesUpdatedAtMs: ranges.updatedAtMs,
    close: () => {
      countries.close();
      ranges.close();
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

type Opened =
  | {
      readonly conversionRules: readonly ConversionRule[];
      readonly countries: CountrySource;
      readonly ranges: BotRanges;
    }
  | { readonly complaints: readonly string[] };

async function openFiles(
  { conversionRulesFile, countryDatabaseFile, botRangesFile }: RecordingFiles,
  onFault?: (cause: unknown, what: string) => void,
): Promise<Opened> {
  const [rules, countries, ranges] = await Promise.allSettled([
    conversionRulesFile === undefined ? [] : readConversionRules(conversionRulesFile),
    openCountries({
      file: countryDatabaseFile,
      onFault: (cause) => onFault?.(cause, 'the new country database cannot be used'),
    }),
    openRanges({
      file: botRangesFile,
      onFault: (cause) => onFault?.(cause, 'the new file of bot ranges cannot be used'),
    }),
  ]);
  if (rules.status === 'fulfilled' && countries.status === 'fulfilled' && ranges.status === 'fulfilled')
    return { conversionRules: rules.value, countries: countries.value, ranges: ranges.value };
  for (const watched of [countries, ranges]) if (watched.status === 'fulfilled') watched.value.close();
  const failures = [rules, countries, ranges].filter((one) => one.status === 'rejected');
  return { complaints: failures.map(({ reason }) => messageOf(reason)) };
}

/** The rules of a file. Throws an Error that names the file and says what is wrong with it. */
export async function readConversionRules(file: string): Promise<readonly ConversionRule[]> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw new Error(`the conversion rules: ${messageOf(unreadable(file, cause))}`, { cause });
  });
  const parsed = parseConversionRules(text);
  if ('rules' in parsed) return parsed.rules;
  throw new Error(`${file}: ${parsed.complaints.join(' ')}`);
}
