/** An element of a document, and the one that it is in. */
export type Element = { readonly name: string; readonly parent: string | undefined };

const VOID = new Set(['meta', 'br']);
const MARKUP =
  /<!--(?:(?!-->)[^])*-->|<!doctype html>|<(\/?)([a-z][a-z0-9]*)((?:\s[a-z-]+(?:="[^"<>]*")?)*)>|</g;

/** The elements in their order. Throws unless each is written in full and closed in its turn, and no `<` is anything else. */
export function elementsOf(html: string): readonly Element[] {
  const open: string[] = [];
  const elements: Element[] = [];
  for (const [markup, end, name] of withoutStyle(html).matchAll(MARKUP)) {
    if (markup === '<') throw new Error('a < that begins nothing');
    if (name === undefined) continue;
    if (end === '/') {
      const last = open.pop();
      if (last !== name) throw new Error(`${last ?? 'nothing'} is open where ${name} ends`);
    } else {
      elements.push({ name, parent: open.at(-1) });
      if (!VOID.has(name)) open.push(name);
    }
  }
  if (open.length > 0) throw new Error(`${open.join(', ')} stays open`);
  return elements;
}

/** The text of the body, with one space for what is beside each other or below, and for each run of spaces. */
export function textOf(html: string): string {
  return withoutStyle(html.slice(html.indexOf('<body')))
    .replace(/<\/?(a|span)\b[^>]*>/g, '')
    .replace(MARKUP, ' ')
    .replace(/&nbsp;/g, ' ')
    .replace(/&#(x?)([0-9A-F]+);/g, (_, hex: string, code: string) =>
      String.fromCodePoint(parseInt(code, hex === '' ? 10 : 16)),
    )
    .replace(/\s+/g, ' ');
}

function withoutStyle(html: string): string {
  return html.replace(/<style>[^<]*<\/style>/g, '');
}
