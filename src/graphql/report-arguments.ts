import type { Comparison } from '../domain/comparison.ts';
import { builder } from './builder.ts';

export const ComparisonType = builder.enumType('Comparison', {
  description:
    'What a range of days is compared with. Unfinished days are never compared with finished ones. A period that ' +
    'would begin before year 1 is refused with INVALID_DATE_RANGE.',
  values: {
    PREVIOUS_PERIOD: {
      value: 'previous-period',
      description: 'The equally long range that ends the day before start.',
    },
    PREVIOUS_YEAR: {
      value: 'previous-year',
      description:
        'The same calendar days a year before. 29 February is compared with 28 February, which then counts for ' +
        'both; a 29 February of the year before does not count.',
    },
  } satisfies Record<string, { readonly value: Comparison; readonly description: string }>,
});

/** What an operation of a site is compared with. */
export const comparisonArguments = builder.args((t) => ({
  compare: t.field({
    type: ComparisonType,
    description: 'Compares with an earlier period, for a second unit of the budget.',
  }),
}));

/** The days that an operation of a site covers. */
export const dateArguments = builder.args((t) => ({
  start: t.field({ type: 'Date', description: 'First UTC day, inclusive. Defaults to 7 days before today.' }),
  end: t.field({ type: 'Date', description: 'Last UTC day, inclusive. Defaults to today.' }),
}));
