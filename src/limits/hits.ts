/** When each request counted in one budget leaves the window, soonest first. Each step is constant on average. */
export class Hits {
  readonly #leaveMs: number[] = [];
  /** Where the first to leave is; those before it have left. */
  #head = 0;

  get count(): number {
    return this.#leaveMs.length - this.#head;
  }

  /** Places taken in memory, by those that left too: at most twice the count. */
  get places(): number {
    return this.#leaveMs.length;
  }

  /** Counts one that leaves no sooner than any other. */
  add(leavesMs: number): void {
    this.#leaveMs.push(leavesMs);
  }

  /** Forgets those that leave at the time or before. */
  forgetUntil(nowMs: number): void {
    while ((this.oldest() ?? Infinity) <= nowMs) this.#head += 1;
    // Moving the rest to the front is paid for by those that left: they are more.
    if (this.#head * 2 > this.#leaveMs.length) {
      this.#leaveMs.splice(0, this.#head);
      this.#head = 0;
    }
  }

  /** When the oldest leaves; undefined when there is none. */
  oldest(): number | undefined {
    return this.#leaveMs[this.#head];
  }

  /** When the nth newest leaves, counted from 1; undefined when there are fewer. */
  newest(nth: number): number | undefined {
    return nth > this.count ? undefined : this.#leaveMs[this.#leaveMs.length - nth];
  }
}
