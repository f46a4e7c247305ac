/** What waits, in turns: each holder's first, then each one's second, and so on. Each step takes constant time. */
export type FairQueue<Item> = {
  readonly add: (holder: string, item: Item) => void;
  /** Removes and returns the next; undefined if nothing waits. */
  readonly next: () => Item | undefined;
  /** Removes the first of a holder, whose turn stays where it is. */
  readonly dropFirst: (holder: string) => void;
  /** How many wait. */
  readonly size: () => number;
};

export function createFairQueue<Item>(): FairQueue<Item> {
  // in the order of their turns
  const holders = new Map<string, Line<Item>>();
  let size = 0;

  function takeFirst(holder: string, line: Line<Item>): Item | undefined {
    const item = line.items[line.head];
    // held no longer, even if it takes a while until the rest moves to the front
    line.items[line.head++] = undefined;
    if (line.head === line.items.length) holders.delete(holder);
    else compact(line);
    size--;
    return item;
  }

  return {
    add(holder, item) {
      const line = holders.get(holder) ?? { items: [], head: 0 };
      line.items.push(item);
      holders.set(holder, line);
      size++;
    },
    next() {
      const [first] = holders;
      if (first === undefined) return undefined;
      const [holder, line] = first;
      const item = takeFirst(holder, line);
      // behind all others, if more of it waits
      if (holders.delete(holder)) holders.set(holder, line);
      return item;
    },
    dropFirst(holder) {
      const line = holders.get(holder);
      if (line !== undefined) takeFirst(holder, line);
    },
    size: () => size,
  };
}

type Line<Item> = { readonly items: (Item | undefined)[]; head: number };

/** Moving the rest to the front is worth it once more have left than remain. */
function compact<Item>(line: Line<Item>): void {
  if (line.head * 2 <= line.items.length) return;
  line.items.splice(0, line.head);
  line.head = 0;
}
