/**
 * Divides what a process has among those who use it. Nobody has more than their share; and when all is taken, whoever has
 * the most gives way to those who have less.
 */
export type Shares = {
  /**
   * Takes some of it, until the returned function is called. Undefined if the holder has their share, or if all is taken
   * and nobody has more. `lose` is called if it is given to others: it is theirs from then on. A holder without a name has
   * no share, but gives way like all.
   */
  readonly take: (holder: string | undefined, lose: () => void, amount?: number) => (() => void) | undefined;
};

export type SharesOptions = {
  readonly total: number;
  /** What one holder has at most. */
  readonly share: number;
};

type Piece = { readonly amount: number; readonly lose: () => void };

/** What a holder has, in the order in which it was taken. */
type Holding = { amount: number; readonly pieces: Set<Piece> };

export function createShares({ total, share }: SharesOptions): Shares {
  const holdings = new Map<string | undefined, Holding>();
  let taken = 0;

  function give(holder: string | undefined, piece: Piece): boolean {
    const holding = holdings.get(holder);
    if (holding?.pieces.delete(piece) !== true) return false;
    holding.amount -= piece.amount;
    taken -= piece.amount;
    if (holding.pieces.size === 0) holdings.delete(holder);
    return true;
  }

  /** Makes whoever has the most lose what they took first. False if nobody has more than the amount. */
  function makeRoom(amount: number): boolean {
    let most: readonly [holder: string | undefined, holding: Holding] | undefined;
    for (const entry of holdings) if (entry[1].amount > (most?.[1].amount ?? amount)) most = entry;
    const [piece] = most?.[1].pieces ?? [];
    if (most === undefined || piece === undefined) return false;
    give(most[0], piece);
    piece.lose();
    return true;
  }

  return {
    take(holder, lose, amount = 1) {
      const next = (holdings.get(holder)?.amount ?? 0) + amount;
      if (holder !== undefined && next > share) return undefined;
      while (taken + amount > total) if (!makeRoom(next)) return undefined;
      const holding = holdings.get(holder) ?? { amount: 0, pieces: new Set() };
      const piece = { amount, lose };
      holding.pieces.add(piece);
      holding.amount += amount;
      holdings.set(holder, holding);
      taken += amount;
      return () => void give(holder, piece);
    },
  };
}
