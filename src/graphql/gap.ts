import type { TimeRange } from '../domain/date-range.ts';
import { builder } from './builder.ts';

export const GapType = builder.objectRef<TimeRange>('Gap').implement({
  description: 'Full hours in which nothing at all was recorded.',
  fields: (t) => ({
    from: t.expose('fromMs', { type: 'DateTime', description: 'When the gap begins.' }),
    until: t.expose('untilMs', { type: 'DateTime', description: 'When it ends.' }),
  }),
});
