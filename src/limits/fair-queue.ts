/** What waits, in turns: each holder's first, then each one's second, and so on. Each step takes constant time. */
export type FairQueue<Item> = {
  readonly add: (holder: string, item: Item) => void;
  /** Removes and returns the next; undefined if nothing waits. */
  readonly next: () => Item | undefined;
  /** How many wait. */
  readonly size: () => number;
};

export function createFairQueue<Item>(): FairQueue<Item> {
  // in the order of their turns
  const holders = new Map<string, Line<Item>>();
  let size = 0;
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
      holders.delete(holder);
      const item = line.items[line.head++];
      if (line.head < line.items.length) holders.set(holder, compact(line));
      size--;
      return item;
    },
    size: () => size,
  };
}

type Line<Item> = { items: Item[]; head: number };

/** Moving the rest to the front is worth it once more have left than remain. */
function compact<Item>(line: Line<Item>): Line<Item> {
  if (line.head * 2 > line.items.length) {
    line.items.splice(0, line.head);
    line.head = 0;
  }
  return line;
}
