/** When a client came from an LLM product, in milliseconds since 1970, and from which. */
export type Landed = { readonly landedMs: number; readonly source: string };

/** Landings by client. */
export type LandingIndex = {
  /** Of landings of a client at one time, the last one added counts. Returns true unless it takes the place of another. */
  add(client: string, landing: Landed): boolean;
  /** The latest landing of a client between two times, both included. */
  last(client: string, fromMs: number, untilMs: number): Landed | undefined;
};

/** Makes an empty index. The landings of a client are in the order of their times, in which nearly all of them arrive. */
export function createLandingIndex(): LandingIndex {
  const byClient = new Map<string, Landed[]>();
  return {
    add(client, landing) {
      const landings = byClient.get(client);
      if (landings === undefined) {
        byClient.set(client, [landing]);
        return true;
      }
      const after = countUntil(landings, landing.landedMs);
      const isNew = landings[after - 1]?.landedMs !== landing.landedMs;
      if (isNew) landings.splice(after, 0, landing);
      else landings[after - 1] = landing;
      return isNew;
    },
    last(client, fromMs, untilMs) {
      const landings = byClient.get(client);
      const latest = landings?.[countUntil(landings, untilMs) - 1];
      return latest !== undefined && latest.landedMs >= fromMs ? latest : undefined;
    },
  };
}

/** How many of the landings are not after this time. */
function countUntil(landings: readonly Landed[], untilMs: number): number {
  let [low, high] = [0, landings.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((landings[middle]?.landedMs ?? 0) <= untilMs) low = middle + 1;
    else high = middle;
  }
  return low;
}
