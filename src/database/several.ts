/**
 * Does work on items, so many at a time. Yields the results in the order in which they come. If work throws, so does this,
 * once the rest that is under way has ended.
 */
export async function* several<Item, Result>(
  items: AsyncIterable<Item> | Iterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): AsyncGenerator<Result> {
  const underway = new Set<Promise<void>>();
  const results: Result[] = [];
  try {
    for await (const item of items) {
      const working = work(item).then((result) => {
        results.push(result);
        underway.delete(working);
      });
      // it is awaited below, but an item may be long in coming, and a rejection without a handler ends the process
      working.catch(() => undefined);
      underway.add(working);
      if (underway.size >= atOnce) await Promise.race(underway);
      yield* results.splice(0);
    }
    await Promise.all(underway);
    yield* results;
  } finally {
    await Promise.allSettled(underway);
  }
}

/** The results of work on the items, so many at a time, in the order of the items. Throws as `several` does. */
export async function mapSeveral<Item, Result>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const placed = several(items.entries(), atOnce, async ([at, item]) => [at, await work(item)] as const);
  for await (const [at, result] of placed) results[at] = result;
  return results;
}
