import type { LogRecord } from './log-record.ts';
import type { PassedOver } from './passed-over.ts';

/** A line of a log: a request, or the reason why it becomes no event. */
export type LogReading = { readonly record: LogRecord } | PassedOver;
