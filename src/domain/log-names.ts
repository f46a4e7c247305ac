/**
 * Names for the paths of logs, in their order: that of the file, with as many folders before it as tell it from the others.
 * Where all logs lie is known to the operator alone.
 */
export function shortNames(paths: readonly string[]): readonly string[] {
  const parts = paths.map((path) => path.split(/[/\\]/).filter((part) => part !== ''));
  const names = new Map<string, number>();
  for (const path of parts)
    for (let length = 1; length <= Math.max(1, path.length); length++) {
      const name = endOf(path, length);
      names.set(name, (names.get(name) ?? 0) + 1);
    }
  return parts.map((path) => {
    let length = 1;
    while (length < path.length && (names.get(endOf(path, length)) ?? 0) > 1) length++;
    return endOf(path, length);
  });
}

function endOf(path: readonly string[], length: number): string {
  return path.slice(-length).join('/');
}
