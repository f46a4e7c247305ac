/**
 * Matches a token as a whole word, not in an address such as openai.com/gptbot, which other agents quote. A hyphen may
 * follow, since operators append variants ("Amazonbot-Video"). Case is ignored.
 */
export function wholeToken(pattern: string): RegExp {
  return new RegExp(`(?<![\\w./@+-])(?:${pattern})(?![a-z0-9])`, 'i');
}

/** The source of a regular expression for just this text. */
export function literally(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}
