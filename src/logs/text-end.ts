/** The last bytes, at most so many, of a text that continues with what was read. */
export function endOfText(text: Buffer, read: Buffer, bytes: number): Buffer {
  const joined = Buffer.concat([text, read.subarray(-bytes)]);
  // a copy, since a part would keep the whole block in memory
  return Buffer.from(joined.subarray(-bytes));
}
