import { specifiedDirectives } from 'graphql';
import { builder } from './builder.ts';
import './scalars.ts';
import './sites.ts';
import './node.ts';
import './site-facts.ts';
import './timeseries.ts';
import './stats.ts';
import './events.ts';
import './companies.ts';
import './pages.ts';
import './countries.ts';
import './bot.ts';
import './unlisted-robots.ts';
import './robots-versions.ts';
import './obedience.ts';
import './reach.ts';
import './coverage.ts';
import './sources.ts';
import './account.ts';
import './install.ts';
import './owners.ts';
import './owner-mutations.ts';
import './share-links.ts';
import './shared-view.ts';
import './alerts.ts';
import './alert-rules.ts';
import './notes.ts';
import './channels.ts';
import './digest.ts';
import { SEMANTIC_NON_NULL } from './semantic-non-null.ts';

builder.queryType({
  description:
    'AI-bot visits, LLM referrals and conversions of your sites. Every document costs one unit of the budget ' +
    '"graphql"; fields that cost more say so. A field that is refused is null, and extensions.code of its entry ' +
    'in errors gives the reason.',
});

/** The whole schema, with types in the order of the code, not the alphabet. */
export const schema = builder.toSchema({
  sortSchema: false,
  directives: [...specifiedDirectives, SEMANTIC_NON_NULL],
});
