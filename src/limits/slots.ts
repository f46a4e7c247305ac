/** Slots by name, each of which one holder may have at a time. */
export type Slots = {
  isTaken(name: string): Promise<boolean>;
  /** Takes the slot until the returned function is called. Undefined if it is taken. */
  take(name: string): Promise<(() => Promise<void>) | undefined>;
};

/** The slots of this process. */
export function createSlots(): Slots {
  const taken = new Set<string>();
  return {
    isTaken: (name) => Promise.resolve(taken.has(name)),
    take(name) {
      if (taken.has(name)) return Promise.resolve(undefined);
      taken.add(name);
      return Promise.resolve(() => {
        taken.delete(name);
        return Promise.resolve();
      });
    },
  };
}
