import type { StoredEvent } from '../domain/event.ts';
import { CSV_HEADER, csvRow } from './csv.ts';
import { exportedObject } from './events.ts';

export const EXPORT_FORMATS = ['csv', 'ndjson'] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

type Format = {
  readonly contentType: string;
  /** Before the first event. */
  readonly header: string;
  readonly line: (event: StoredEvent) => string;
};

const CSV: Format = {
  contentType: 'text/csv; charset=utf-8; header=present',
  header: CSV_HEADER,
  line: csvRow,
};

const NDJSON: Format = {
  contentType: 'application/x-ndjson; charset=utf-8',
  header: '',
  line: (event) => `${JSON.stringify(exportedObject(event))}\n`,
};

/** How the events of an export are written. One that is continued can be added to the file that it continues. */
export function formatOf(format: ExportFormat, isContinued: boolean): Format {
  switch (format) {
    case 'csv':
      return isContinued
        ? { ...CSV, contentType: 'text/csv; charset=utf-8; header=absent', header: '' }
        : CSV;
    case 'ndjson':
      return NDJSON;
  }
}

/** Small enough that a slow reader takes one in time. */
const CHUNK_LENGTH = 32_768;

/** The text of an export in chunks of about 32 kB, none empty but that of an empty export. */
export async function* exportChunks(
  pages: AsyncIterable<readonly StoredEvent[]>,
  { header, line }: Omit<Format, 'contentType'>,
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
