import type { LogRecord } from './log-record.ts';
import { isAsset, pagePathOf } from './page-path.ts';

/** Which requests of AI bots count as visits. */
export type CrawlRule = {
  /** Ranges of statuses, both ends included. Undefined allows any status, and requests without one. */
  readonly statuses: readonly StatusRange[] | undefined;
  /** In upper case. Undefined allows any method, and requests without one. */
  readonly methods: ReadonlySet<string> | undefined;
  /** Whether the files of pages count, such as images. */
  readonly assets: boolean;
};

type StatusRange = readonly [from: number, to: number];

/** Every request counts, whatever its method, status or file. */
export const EVERY_REQUEST: CrawlRule = { statuses: undefined, methods: undefined, assets: true };

/** Whether a request of an AI bot counts as a visit. */
export function isCountedCrawl(rule: CrawlRule, { status, method, target }: LogRecord): boolean {
  const { statuses, methods, assets } = rule;
  if (methods && (method === undefined || !methods.has(method))) return false;
  if (statuses && (status === undefined || !statuses.some(([from, to]) => from <= status && status <= to))) {
    return false;
  }
  return assets || !isAsset(pagePathOf(target));
}

/** Parses statuses from 100 to 599 and ranges of them, such as `200-299,304`; undefined for anything else. */
export function parseStatuses(text: string): readonly StatusRange[] | undefined {
  const ranges = listed(text).map(parseRange);
  return ranges.every((range) => range !== undefined) ? ranges : undefined;
}

function parseRange(text: string): StatusRange | undefined {
  const [, from, to = from] = /^([1-5]\d\d)(?:\s*-\s*([1-5]\d\d))?$/.exec(text) ?? [];
  return Number(from) <= Number(to) ? [Number(from), Number(to)] : undefined;
}

/** Parses methods such as `GET,HEAD`, in any case; undefined for anything else. */
export function parseMethods(text: string): ReadonlySet<string> | undefined {
  const methods = listed(text).map((method) => method.toUpperCase());
  return methods.every((method) => /^[A-Z][A-Z-]{0,19}$/.test(method)) ? new Set(methods) : undefined;
}

function listed(text: string): readonly string[] {
  return text.split(',').map((part) => part.trim());
}
