import { Kind, parse, print, visit } from 'graphql';
import { expect, it } from 'vitest';
import {
  ReachSummaryDocument,
  SharedObedienceDocument,
  SharedOverviewDocument,
  SharedViewDocument,
} from '../../src/dashboard/generated/graphql.ts';
import { startGateway } from '../support/gateway.ts';
import { send } from './support.ts';
import { askAs, makeShared, outcomeOf } from './share.ts';

const gateway = startGateway();

it('a share link sends the documents of its page, as they are and as a client with a cache writes them', async () => {
  const { site, viewer } = await makeShared(gateway);
  const { cookie, ...rest } = viewer;
  const headers = { ...rest, cookie };
  const variables = {
    id: site.id,
    start: '2026-03-01',
    end: '2026-03-15',
    granularity: 'DAY',
    ...{ compares: false, alerts: false, notes: false },
  };
  for (const document of [
    ...[SharedViewDocument, SharedOverviewDocument],
    ...[SharedObedienceDocument, ReachSummaryDocument],
  ]) {
    const named = visit(parse(document.toString()), {
      Field: (field) =>
        field.selectionSet && {
          ...field,
          selectionSet: {
            ...field.selectionSet,
            selections: [
              ...field.selectionSet.selections,
              ...parse('{ __typename }').definitions.flatMap((one) =>
                one.kind === Kind.OPERATION_DEFINITION ? one.selectionSet.selections : [],
              ),
            ],
          },
        },
    });
    for (const query of [document.toString(), print(named)])
      expect(outcomeOf(await send(gateway, { query, variables }, { path: '/graphql', headers }))).toBe(
        'done',
      );
  }
});

it.each([
  '{ sharedView { start } }',
  '{ __typename }',
  '{ __schema { types { name } } }',
  'query SharedView { sharedView { start } }',
])('a share link may not send %s, and an owner may', async (query) => {
  const { viewer, owner } = await makeShared(gateway);
  expect(outcomeOf(await askAs(gateway, viewer, query))).toBe('PERSISTED_QUERY_ONLY');
  const { body } = await send(gateway, { query }, { path: '/graphql', headers: { cookie: owner.cookie } });
  expect(JSON.stringify(body)).not.toContain('PERSISTED_QUERY_ONLY');
});
