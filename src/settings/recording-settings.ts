import { parseMethods, parseStatuses } from '../recording/crawl-rule.ts';
import { FILE, oneOf, parsedBy } from './setting-kinds.ts';

/** The settings of what is recorded, in the order of README. */
export const RECORDING_SETTINGS = {
  CRAWL_STATUSES: {
    ...parsedBy(
      parseStatuses,
      'statuses from 100 to 599 or ranges of them, separated by commas, such as 200-299,304',
    ),
    meaning: 'count a bot request only if its status is listed, such as `200-299,304`; unset: count all',
  },
  CRAWL_METHODS: {
    ...parsedBy(parseMethods, 'HTTP methods separated by commas, such as GET,HEAD'),
    meaning: 'count a bot request only if its method is listed, such as `GET,HEAD`; unset: count all',
  },
  CRAWL_ASSETS: {
    ...oneOf(['yes', 'no']),
    preset: 'yes',
    meaning: '`no`: do not count bot requests for images, styles, scripts and other parts of pages',
  },
  CONVERSION_RULES: {
    ...FILE,
    meaning: 'file with [conversion rules](#conversions); unset: no rules',
  },
  COUNTRY_DATABASE: {
    ...FILE,
    presetNote: 'the installed one',
    meaning:
      'country database in the MaxMind DB format; if the file is replaced, the service loads the new one within a minute',
  },
  BOT_RANGES: {
    ...FILE,
    presetNote: 'the installed one, without ranges',
    meaning:
      'file of the [address ranges](#verification) of bots, which `ranges update` writes; ' +
      'if the file is replaced, the service loads the new one within a minute',
  },
} as const;
