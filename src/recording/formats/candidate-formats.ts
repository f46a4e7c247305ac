import type { LogFormat } from '../log-format.ts';

/** The formats that a line may be in, according to its beginning, in the order to try them. */
export function candidateFormats(line: string): readonly LogFormat[] {
  switch (line.charAt(0)) {
    case '{':
      return JSON_FORMATS;
    case '[':
      return line[1] === '{' ? JSON_FORMATS : ['nginx-proxy-manager'];
    case '#':
      return DIRECTIVE.test(line) ? ['cloudfront'] : [];
    default:
      return [TEXT_FORMATS.find(([, beginning]) => beginning.test(line))?.[0] ?? 'combined'];
  }
}

/** nginx comes last: almost any JSON object could be from its log, while the others have keys of their own. */
const JSON_FORMATS = ['vercel', 'cloudflare', 'cloudfront', 'caddy', 'nginx-json'] as const;

/** Other logs have such directives too, but not these columns. */
const DIRECTIVE = /^#(?:Version: 1\.0\s*$|Fields: .*\bx-(?:edge|host)-)/;

/**
 * A virtual host is followed by an IP address, or has a port and is the first of four words before the time. Every
 * repetition excludes the character that ends it.
 */
const TEXT_FORMATS: readonly (readonly [LogFormat, RegExp])[] = [
  ['cloudfront', /^\d{4}-\d\d-\d\d\t\d\d:\d\d:\d\d\t/],
  ['alb', /^(?:https?|h2|grpcs|wss?) \d{4}-\d\d-\d\dT/],
  ['vhost-combined', /^[^\s"]* (?:\d{1,3}(?:\.\d{1,3}){3}|[0-9a-f]*:[0-9a-f:.]*) /i],
  ['vhost-combined', /^[a-z0-9.-]+:\d{1,5} [^\s"]+ [^\s"]+ [^\s"]+ \[/i],
];
