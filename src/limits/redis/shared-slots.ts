import type { Slots } from '../slots.ts';
import type { Leases } from './leases.ts';

/**
 * The slots of all processes. Whoever has one holds the slot of its process too, which alone counts while Redis is away. A
 * slot that was taken meanwhile stays unknown to other processes.
 */
export function createSharedSlots(own: Slots, leases: Leases): Slots {
  const placeOf = (name: string) => `slot:${name}`;
  return {
    isTaken: async (name) => (await own.isTaken(name)) || (await leases.isFull(placeOf(name), 1)) === true,
    async take(name) {
      const release = await own.take(name);
      if (release === undefined) return undefined;
      const entry = await leases.enter(placeOf(name), 1);
      if (entry !== undefined && entry.kind !== 'entered') {
        await release();
        return undefined;
      }
      return async () => {
        await release();
        await entry?.lease.leave(false);
      };
    },
  };
}
