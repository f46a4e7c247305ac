import { basename, extname } from 'node:path';

/**
 * Returns a test for the names that rotation gives to a log. logrotate and similar programs append a number or a date
 * to its name (access.log.1, access.log-20261120.gz). Others, such as Caddy, put a date before the suffix
 * (access-2026-11-20T10-00-00.000.log).
 */
export function rotatedNamesOf(path: string): (name: string) => boolean {
  const name = basename(path);
  const suffix = extname(name);
  const stem = name.slice(0, name.length - suffix.length);
  return (other) =>
    !UNREADABLE.test(other) &&
    ((other.startsWith(name) && NUMBERED.test(other.slice(name.length))) ||
      (suffix !== '' && other.startsWith(stem) && isDated(other.slice(stem.length), suffix)));
}

/** Packed in a format that cannot be unpacked here, or still being packed by Kubernetes. */
const UNREADABLE = /\.(?:bz2|lz4|tmp|xz|zip|zst|Z)$/;
const NUMBERED = /^[._-]\d[\w.:-]*$/;
const DATED = /^[._-]\d{4}-?\d\d-?\d\d[\w.:-]*$/;

function isDated(rest: string, suffix: string): boolean {
  const bare = rest.replace(/\.gz$/, '');
  return bare.endsWith(suffix) && DATED.test(bare.slice(0, -suffix.length));
}
