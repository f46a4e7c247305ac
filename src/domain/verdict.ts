/** Whether a bot visit is shown to be of the bot's operator, by its signature or by where it came from. */
export const VERDICTS = ['signed', 'verified', 'outside', 'no-list', 'unknown'] as const;

/**
 * - signed: its signature is valid, and the signer is of the company that the bot has
 * - verified: the address is in a range that the operator publishes
 * - outside: it is in none of them; for a bot that runs on its user's device, that is no sign of a fake
 * - no-list: the operator publishes no ranges, or they could not be read
 * - unknown: the visit was recorded without an address
 */
export type Verdict = (typeof VERDICTS)[number];
