/** Whether a bot visit came from where its operator says that the bot comes from. */
export const VERDICTS = ['verified', 'outside', 'no-list', 'unknown'] as const;

/**
 * - verified: the address is in a range that the operator publishes
 * - outside: it is in none of them; for a bot that runs on its user's device, that is no sign of a fake
 * - no-list: the operator publishes no ranges, or they could not be read
 * - unknown: the visit was recorded without an address
 */
export type Verdict = (typeof VERDICTS)[number];
