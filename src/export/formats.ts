import type { StoredEvent } from '../domain/event.ts';
import { CSV_HEADER, csvRow } from './csv.ts';
import { exportedObject } from './exported-object.ts';
import type { ExportFormat } from './route.ts';

type Format = {
  readonly contentType: string;
  /** Before the first event. */
  readonly header: string;
  readonly line: (event: StoredEvent) => string;
};

export const FORMATS: Readonly<Record<ExportFormat, Format>> = {
  csv: { contentType: 'text/csv; charset=utf-8; header=present', header: CSV_HEADER, line: csvRow },
  ndjson: {
    contentType: 'application/x-ndjson; charset=utf-8',
    header: '',
    line: (event) => `${JSON.stringify(exportedObject(event))}\n`,
  },
};

/** Small enough that a slow reader takes one in time. */
const CHUNK_LENGTH = 32_768;

/** The text of an export in chunks of about 32 kB, none empty but that of an empty export. */
export async function* exportChunks(
  pages: AsyncIterable<readonly StoredEvent[]>,
  { header, line }: Format,
): AsyncGenerator<string, void> {
  let chunk = header;
  for await (const page of pages) {
    for (const event of page) {
      chunk += line(event);
      if (chunk.length < CHUNK_LENGTH) continue;
      yield chunk;
      chunk = '';
    }
    // the next page is read when the reader has taken this one
    if (chunk !== '') yield chunk;
    chunk = '';
  }
}
