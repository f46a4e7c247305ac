import type { ListLengths } from '../execution/largest-answer.ts';
import { DEFAULT_LIMIT, type ListPage, MAX_LIMIT } from '../operations/reading/paging.ts';
import { builder } from './builder.ts';

export type Edge<Node> = { readonly node: Node; readonly cursor: string };

/** A page of a list. */
export type ListConnection<Node> = ListPage<Node> & {
  /** Whether the request had a cursor. */
  readonly continues: boolean;
  /** The items with their cursors, made when they are needed, once for all aliases of the field. */
  readonly edges: () => readonly Edge<Node>[];
};

type Place = Pick<ListConnection<unknown>, 'nextCursor' | 'continues' | 'edges'>;

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

/** How long a list can be by its argument `first`. The operation refuses other lengths. */
export function lengthByFirst(usual: number, most = MAX_LIMIT) {
  return ({ first }: Readonly<Record<string, unknown>>): number =>
    typeof first === 'number' && first >= 1 && first <= most ? first : usual;
}

/** The items of a full page. */
export function pageLengths(usual = DEFAULT_LIMIT, most = MAX_LIMIT): ListLengths {
  const lengthOf = lengthByFirst(usual, most);
  return (args) => ({ nodes: lengthOf(args), edges: lengthOf(args) });
}

export function connectionOf<Node>(
  page: ListPage<Node>,
  cursor: string | null | undefined,
): ListConnection<Node> {
  let edges: readonly Edge<Node>[] | undefined;
  return {
    ...page,
    continues: typeof cursor === 'string',
    edges: () => (edges ??= page.items.map((node) => ({ node, cursor: page.cursorOf(node) }))),
  };
}
