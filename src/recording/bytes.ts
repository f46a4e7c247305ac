/** A thousand of these sizes can be added exactly. */
const LARGEST = 2 ** 40;

/** The size of a response, if it can be one: a larger number than 1 TiB is a mistake, and counts as not told. */
export function toldBytes(bytes: number): number | undefined {
  return bytes <= LARGEST ? bytes : undefined;
}
