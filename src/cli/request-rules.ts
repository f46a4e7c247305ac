import { readFile } from 'node:fs/promises';
import type { RecordingConfig } from '../config.ts';
import { openCountries } from '../countries/open-countries.ts';
import type { RequestRules } from '../recording/classify-request.ts';
import { type ConversionRule, parseConversionRules } from '../recording/conversion-rules.ts';
import { CommandFailure, WRONG_USAGE, reasonOf } from './failures.ts';
import { unreadable } from '../logs/unreadable.ts';

type OpenedRules = {
  readonly rules: RequestRules;
  /** Stops watching the file of the country database. */
  readonly close: () => void;
};

/** Opens the files of the settings. Throws CommandFailure if one cannot be used. */
export async function openRequestRules(
  { crawlRule, conversionRulesFile, countryDatabaseFile }: RecordingConfig,
  onFault?: (cause: unknown, what: string) => void,
): Promise<OpenedRules> {
  const conversionRules =
    conversionRulesFile === undefined ? [] : await readConversionRules(conversionRulesFile);
  const { countryOf, close } = await openCountries({
    file: countryDatabaseFile,
    onFault: (cause) => onFault?.(cause, 'the new country database cannot be used'),
  }).catch((cause: unknown) => {
    throw unusable(reasonOf(cause), cause);
  });
  return { rules: { crawlRule, conversionRules, countryOf }, close };
}

async function readConversionRules(file: string): Promise<readonly ConversionRule[]> {
  const text = await readFile(file, 'utf8').catch((cause: unknown) => {
    throw unusable(`the conversion rules: ${reasonOf(unreadable(file, cause))}`, cause);
  });
  const parsed = parseConversionRules(text);
  if ('rules' in parsed) return parsed.rules;
  throw unusable(`${file}: ${parsed.complaints.join(' ')}`);
}

function unusable(message: string, cause?: unknown): CommandFailure {
  return new CommandFailure(message, { exitCode: WRONG_USAGE, cause });
}
