/** The text again and again, cut to so many characters (UTF-16 units). */
export function repeated(text: string, length: number): string {
  return text.repeat(Math.ceil(length / text.length)).slice(0, length);
}
