import { builder } from './builder.ts';

/** The days that an operation of a site covers. */
export const dateArguments = builder.args((t) => ({
  start: t.field({ type: 'Date', description: 'First UTC day, inclusive. Defaults to 7 days before today.' }),
  end: t.field({ type: 'Date', description: 'Last UTC day, inclusive. Defaults to today.' }),
}));
