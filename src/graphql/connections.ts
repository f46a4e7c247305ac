import type { ListLengths } from '../execution/largest-answer.ts';
import { DEFAULT_LIMIT, MAX_LIMIT } from '../operations/reading/paging.ts';
import { builder } from './builder.ts';

/** Where a part of a list lies in it. */
type Place = {
  /** Null at the end of the list. */
  readonly nextCursor: string | null;
  /** Whether the request had a cursor. */
  readonly continues: boolean;
  readonly edges: () => readonly { readonly cursor: string }[];
};

export const PageInfoType = builder.objectRef<Place>('PageInfo').implement({
  description: 'The position of a page in the list.',
  fields: (t) => ({
    hasNextPage: t.boolean({
      description: 'Whether the list goes on after this page.',
      resolve: ({ nextCursor }) => nextCursor !== null,
    }),
    hasPreviousPage: t.exposeBoolean('continues', {
      description: 'Whether the page was requested with after. The list can only be paged forward.',
    }),
    startCursor: t.string({
      nullable: true,
      description: 'The cursor of the first item on the page; null if the page is empty.',
      resolve: ({ edges }) => edges()[0]?.cursor ?? null,
    }),
    endCursor: t.exposeString('nextCursor', {
      nullable: true,
      description:
        'Pass it as after to get the next page; null on the last page. For events, REST calls it next_cursor.',
    }),
  }),
});

/** The items of a full page. The operation refuses other lengths. */
export const pageLengths: ListLengths = ({ first }) => {
  const length = typeof first === 'number' && first >= 1 && first <= MAX_LIMIT ? first : DEFAULT_LIMIT;
  return { nodes: length, edges: length };
};

/** The edges of a part of a list, made when they are needed, once for all aliases of the field. */
export function edgesOf<Node>(
  nodes: readonly Node[],
  cursorOf: (node: Node) => string,
): () => readonly { readonly node: Node; readonly cursor: string }[] {
  let edges: readonly { readonly node: Node; readonly cursor: string }[] | undefined;
  return () => (edges ??= nodes.map((node) => ({ node, cursor: cursorOf(node) })));
}
