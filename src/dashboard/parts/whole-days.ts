/** What a field says: a number of days, or null if it is empty. What is no whole number becomes 0, which the server refuses. */
export function parseWholeDays(text: string): number | null {
  if (text.trim() === '') return null;
  const days = Number(text);
  return Number.isInteger(days) && Math.abs(days) < 2 ** 31 ? days : 0;
}
