import type { LogRecord } from './log-record.ts';
import type { PassedOver } from './passed-over.ts';

/** What a line of a log holds: a request, or the reason why it becomes no event. */
export type LogReading = { readonly record: LogRecord } | PassedOver;
