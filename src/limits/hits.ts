/** When each counted request of a budget leaves the window, earliest first. Each step takes constant time on average. */
export class Hits {
  readonly #leaveMs: number[] = [];
  /** The index of the next to leave; those before it have left. */
  #head = 0;

  get count(): number {
    return this.#leaveMs.length - this.#head;
  }

  /** Entries in memory, including some that have left: at most twice the count. */
  get places(): number {
    return this.#leaveMs.length;
  }

  /** Counts a request, which leaves no earlier than any other. */
  add(leavesMs: number): void {
    this.#leaveMs.push(leavesMs);
  }

  /** Removes those that leave at or before the time. */
  forgetUntil(nowMs: number): void {
    while ((this.oldest() ?? Infinity) <= nowMs) this.#head += 1;
    // Moving the rest to the front is worth it once more have left than remain.
    if (this.#head * 2 > this.#leaveMs.length) {
      this.#leaveMs.splice(0, this.#head);
      this.#head = 0;
    }
  }

  /** When the oldest leaves; undefined if there is none. */
  oldest(): number | undefined {
    return this.#leaveMs[this.#head];
  }

  /** When the nth newest leaves, counted from 1; undefined if there are fewer. */
  newest(nth: number): number | undefined {
    return nth > this.count ? undefined : this.#leaveMs[this.#leaveMs.length - nth];
  }
}
