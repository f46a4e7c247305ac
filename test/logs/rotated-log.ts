import {
  appendFileSync,
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readFileSync,
  readdirSync,
  renameSync,
  rmSync,
  truncateSync,
  unlinkSync,
  utimesSync,
  statSync,
  writeFileSync,
  writeSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { crawlLine } from './memory-book.ts';

/** An access log in a folder of its own, with its writer, and what rotates it: both keep to what is safe to do. */
export class RotatedLog {
  readonly folder = mkdtempSync(join(tmpdir(), 'site-traffic-log-'));
  readonly path = join(this.folder, 'access.log');
  #writer = openSync(this.path, 'a');
  /** The path of the file that the writer has open. */
  #written = this.path;
  #lines = 0;
  #begun = '';
  #timeMs: number | undefined;

  /** With `fromMs`, ten seconds go by from one change to the next; for who does not look at the files meanwhile. */
  constructor(fromMs?: number) {
    this.#timeMs = fromMs;
  }

  /** The numbers of the lines written. */
  numbers(): readonly number[] {
    return Array.from({ length: this.#lines }, (_, n) => n);
  }

  write(lines: number): void {
    this.endLine();
    for (let n = 0; n < lines; n++) this.#append(crawlLine(this.#lines++));
  }

  writePart(): void {
    this.endLine();
    const line = crawlLine(this.#lines++);
    const cut = (this.#lines * 37) % line.length;
    this.#append(line.slice(0, cut));
    this.#begun = line.slice(cut);
  }

  endLine(): void {
    if (this.#begun !== '') this.#append(this.#begun);
    this.#begun = '';
  }

  /** The writer goes on writing to the renamed file. */
  rename(): void {
    if (!existsSync(this.path)) return;
    this.#shift();
    const rotated = `${this.path}.1`;
    renameSync(this.path, rotated);
    if (this.#written === this.path) this.#written = rotated;
  }

  reopen(): void {
    this.endLine();
    closeSync(this.#writer);
    this.#writer = openSync(this.path, 'a');
    this.#written = this.path;
  }

  /** Between the two nobody writes. */
  copyAndTruncate(): void {
    if (!existsSync(this.path)) return;
    this.endLine();
    this.#shift();
    copyFileSync(this.path, `${this.path}.1`);
    this.#stamp(`${this.path}.1`);
    truncateSync(this.path);
    this.#stamp(this.path);
  }

  /** Appends the log to the file that was rotated last, and empties it. Between the two nobody writes. */
  appendAndTruncate(): void {
    const rotated = `${this.path}.1`;
    if (!existsSync(this.path) || !existsSync(rotated) || this.#written === rotated) return;
    this.endLine();
    appendFileSync(rotated, readFileSync(this.path));
    this.#stamp(rotated);
    truncateSync(this.path);
    this.#stamp(this.path);
  }

  /** Packs the nth of the rotated files that nobody writes to; the unpacked one stays beside it for now, or goes. */
  pack(nth: number, keep: boolean): void {
    const plain = this.#rotated().filter((path) => !path.endsWith('.gz') && path !== this.#written);
    const path = plain[nth % plain.length];
    if (path === undefined) return;
    const { atime, mtime } = statSync(path);
    writeFileSync(`${path}.gz`, gzipSync(readFileSync(path)));
    utimesSync(`${path}.gz`, atime, mtime);
    if (!keep) unlinkSync(path);
  }

  remove(): void {
    closeSync(this.#writer);
    rmSync(this.folder, { recursive: true, force: true });
  }

  #append(text: string): void {
    writeSync(this.#writer, text);
    this.#stamp(this.#written);
  }

  #stamp(path: string): void {
    if (this.#timeMs === undefined) return;
    this.#timeMs += 10_000;
    utimesSync(path, this.#timeMs / 1000, this.#timeMs / 1000);
  }

  /** Rotated files get the next higher number, the highest first. */
  #shift(): void {
    const highest = Math.max(
      0,
      ...this.#rotated().map((path) => Number(/\.(\d+)/.exec(path.slice(this.path.length))?.[1])),
    );
    for (let n = highest; n > 0; n--) {
      for (const suffix of ['', '.gz']) {
        const [from, to] = [`${this.path}.${n}${suffix}`, `${this.path}.${n + 1}${suffix}`];
        if (!existsSync(from)) continue;
        renameSync(from, to);
        if (this.#written === from) this.#written = to;
      }
    }
  }

  #rotated(): readonly string[] {
    return readdirSync(this.folder)
      .filter((name) => /^access\.log\.\d/.test(name))
      .map((name) => join(this.folder, name))
      .toSorted();
  }
}
