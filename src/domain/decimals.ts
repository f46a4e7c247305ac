/** The exact sum of decimal numbers as PostgreSQL writes them, such as "-12.50", as the number that is nearest to it. */
export function sumOfDecimals(texts: readonly string[]): number {
  if (texts.length < 2) return Number(texts[0] ?? 0);
  const places = Math.max(...texts.map(placesOf));
  const sum = texts.reduce(
    (sum, text) => sum + BigInt(text.replace('.', '') + '0'.repeat(places - placesOf(text))),
    0n,
  );
  return Number(`${sum}e-${places}`);
}

/** How many digits follow the point. */
function placesOf(text: string): number {
  const point = text.indexOf('.');
  return point < 0 ? 0 : text.length - point - 1;
}
