import type { SourceKind } from './source.ts';

/** Where events of a site come from. */
export type RecordingSource = {
  readonly kind: SourceKind;
  /** Of a log; empty for the other kinds. */
  readonly name: string;
  /** When it last recorded an event; for a log, when the recorded part of its file was last changed. Null if unknown. */
  readonly lastRecordedMs: number | null;
};

/** The sources with logs under the names of their files, each once, by kind and name. */
export function nameSources(sources: readonly RecordingSource[]): readonly RecordingSource[] {
  const named = new Map<string, RecordingSource>();
  for (const { kind, name: path, lastRecordedMs } of sources) {
    const name = path.split(/[/\\]/).at(-1) ?? '';
    const key = `${kind} ${name}`;
    named.set(key, { kind, name, lastRecordedMs: later(named.get(key)?.lastRecordedMs, lastRecordedMs) });
  }
  return [...named].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, source]) => source);
}

function later(one: number | null | undefined, other: number | null): number | null {
  return typeof one === 'number' && (other === null || other < one) ? one : other;
}
