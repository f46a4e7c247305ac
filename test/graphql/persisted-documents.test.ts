import { describe, expect, it } from 'vitest';
import { URL_OF_DOOR, openLoneDoor, read } from '../execution/lone-door.ts';

const QUERY = 'query Kind { __typename }';
const OTHER = '{ kind: __typename }';
const HASH = '4e1243bd22c66e76c2ba9eddc1f91394e57f9f83';
const SHA256 = 'b'.repeat(64);
const BY_ID = new Map([
  [HASH, QUERY],
  [`sha256:${SHA256}`, QUERY],
  ['broken', '{ nonsense }'],
]);
const ANSWER = { data: { __typename: 'Query' } };

const codes = ({ body }: { body: { errors?: readonly { extensions?: Record<string, unknown> }[] } }) =>
  body.errors?.map(({ extensions }) => extensions?.['code']);

describe('a document that is named', () => {
  const door = openLoneDoor({ documents: { byId: BY_ID, isOnly: false } });

  it.each([
    ['its id', { documentId: HASH }],
    ['its id beside a null', { documentId: HASH, query: null }],
    ['its hash', { documentId: `sha256:${SHA256}` }],
    ['its hash without the prefix', { documentId: SHA256 }],
    ['the hash of a persisted query', { extensions: { persistedQuery: { version: 1, sha256Hash: HASH } } }],
  ])('by %s runs', async (_, body) => {
    expect((await door.post(body)).body).toEqual(ANSWER);
  });

  it('by GET runs', async () => {
    const request = new Request(`${URL_OF_DOOR}?documentId=${HASH}&operationName=Kind`);
    expect((await read(await door.fetch(request))).body).toEqual(ANSWER);
  });

  it.each([{ documentId: 'unknown' }, { documentId: '__proto__' }, { documentId: 7 }, { documentId: '' }])(
    'as %j is not found, in the words that clients know',
    async (body) => {
      for (const [accept, status] of [
        ['application/json', 200],
        ['application/graphql-response+json', 400],
      ] as const) {
        const answer = await door.post(body, { accept });
        const extensions = { code: 'PERSISTED_QUERY_NOT_FOUND' };
        expect([answer.status, answer.body]).toEqual([
          status,
          { errors: [{ message: 'PersistedQueryNotFound', extensions }] },
        ]);
      }
    },
  );

  it('is validated like any other', async () => {
    expect(codes(await door.post({ documentId: 'broken' }))).toEqual(['GRAPHQL_VALIDATION_FAILED']);
  });

  it('yields to one that is sent', async () => {
    expect((await door.post({ documentId: HASH, query: OTHER })).body).toEqual({ data: { kind: 'Query' } });
  });
});

describe('where keys are held to the manifest', () => {
  const documents = { byId: BY_ID, isOnly: true };
  const door = openLoneDoor({ documents });

  it('its documents run, named or whole', async () => {
    expect((await door.post({ documentId: HASH })).body).toEqual(ANSWER);
    expect((await door.post({ query: QUERY })).body).toEqual(ANSWER);
  });

  it.each([OTHER, `${QUERY} `, '{ __schema { types { name } } }', 'no document'])(
    'the document %j is refused',
    async (query) => {
      expect((await door.post({ query })).body).toEqual({
        errors: [
          {
            message:
              'Keys may only send documents that the service knows. Send the id of one of them as documentId.',
            extensions: { code: 'PERSISTED_QUERY_ONLY' },
          },
        ],
      });
    },
  );

  it('owners may send others, as their dashboard does', async () => {
    const dashboard = openLoneDoor({ documents, isOwner: true });

    expect((await dashboard.post({ query: OTHER })).body).toEqual({ data: { kind: 'Query' } });
  });
});
