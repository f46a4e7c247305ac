import { hasHidden, replaceHidden } from './hidden-text.ts';

const WRITTEN = new Map([
  ['\n', String.raw`\n`],
  ['\r', String.raw`\r`],
  ['\t', String.raw`\t`],
]);

/** A name from hostile text, as one sees it: one of spaces or with hidden characters stands in quotes, with escapes. */
export function readableName(name: string): string {
  if (name !== '' && name === name.trim() && !hasHidden(name)) return name;
  return `"${replaceHidden(name.replace(/["\\]/g, String.raw`\$&`), escape)}"`;
}

/** A line of somebody's text: what is hidden in it is escaped, and one that is very long ends early. */
export function readableLine(line: string, mostLetters = 500): string {
  const shown = replaceHidden(line.slice(0, mostLetters), escape);
  return line.length > mostLetters ? `${shown}…` : shown;
}

function escape(hidden: string): string {
  const units = Array.from({ length: hidden.length }, (_, at) => hidden.charCodeAt(at));
  const escaped = units.map((unit) => String.raw`\u${unit.toString(16).padStart(4, '0')}`).join('');
  return WRITTEN.get(hidden) ?? escaped;
}
