import { builder } from './builder.ts';

/** The range every operation of a site takes. */
export const dateArguments = builder.args((t) => ({
  start: t.field({ type: 'Date', description: 'First UTC day, included. By default 7 days before today.' }),
  end: t.field({ type: 'Date', description: 'Last UTC day, included. By default today.' }),
}));
