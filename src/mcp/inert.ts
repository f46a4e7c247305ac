import { visible } from '../domain/visible.ts';

/** Longer texts would crowd out the answer. No page that people read has such a path. */
const MAX_LENGTH = 500;

/**
 * The value with nothing hidden in its texts. Strangers choose paths and names, and an assistant reads characters that
 * people do not see. These are escaped (`\u{202e}`), and texts of more than 500 characters are cut.
 */
export function inert<Value>(value: Value): Value {
  // the value keeps its shape
  return shown(value) as Value;
}

function shown(value: unknown): unknown {
  if (typeof value === 'string') return shownText(value);
  if (Array.isArray(value)) return value.map(shown);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, field]) => [name, shown(field)]));
}

function shownText(text: string): string {
  const cut = text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH).replace(/\p{Cs}$/u, '')}…` : text;
  return visible(cut);
}
