import { builder } from './builder.ts';
import './scalars.ts';
import './sites.ts';
import './timeseries.ts';
import './stats.ts';
import './events.ts';
import './account.ts';

builder.queryType({
  description:
    'AI-bot visits, LLM referrals and conversions of the caller’s sites. Every document costs one unit of the ' +
    'budget "graphql"; what else a field costs is said there. A refused field is null, with an entry in errors ' +
    'whose extensions.code says why.',
});

/** The whole schema, its types in the order they are written, not by the alphabet. */
export const schema = builder.toSchema({ sortSchema: false });
