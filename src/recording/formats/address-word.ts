/**
 * The source of an expression for an IP address as a word of a log, perhaps with a port; in brackets it is a server's own.
 * A time has colons, but neither two in a row nor six. No two parts of it match the same text in different ways, so that a list of them never backtracks.
 */
export const ADDRESS_WORD = String.raw`(?:\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?|(?=[0-9a-fA-F:]{0,39}::|(?:[0-9a-fA-F]{1,4}:){6})[0-9a-fA-F]{0,4}(?::[0-9a-fA-F.]{0,15}){2,7})`;

const WHOLE = new RegExp(`^${ADDRESS_WORD}$`);

/** Whether a word of a log is an IP address. */
export function isAddressWord(word: string): boolean {
  return WHOLE.test(word);
}
