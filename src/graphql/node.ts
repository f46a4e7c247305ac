import { site } from '../operations/reading/sites.ts';
import { NULL_ON_ERROR, builder } from './builder.ts';

/** An object that can be fetched again by its id alone, as GraphQL clients with a cache of objects expect. */
export const NodeInterface = builder.interfaceRef<{ readonly id: string }>('Node').implement({
  description: 'An object with an id that is unique among all objects. `node` returns it again.',
  // sites are the only nodes
  resolveType: () => 'Site',
  fields: (t) => ({ id: t.exposeID('id', { description: 'Pass it to node(id:).' }) }),
});

builder.queryField('node', (t) =>
  t.field({
    type: NodeInterface,
    ...NULL_ON_ERROR,
    description:
      'One of your sites, as site(id:) returns it. Costs nothing. Null on SITE_NOT_FOUND, also for the id of an event, ' +
      'which is no node, and on MISSING_SITE_ID if the id is blank.',
    args: { id: t.arg.id({ required: true, description: 'The id of the site.' }) },
    resolve: (_, { id }, ctx) => site(ctx, id),
  }),
);
