/** Far above what anything takes on a busy machine; vitest's own second for `vi.waitUntil` and `vi.waitFor` is not. */
export const PATIENTLY = { timeout: 300_000, interval: 20 };
