import { ALB } from './formats/alb.ts';
import { CADDY } from './formats/caddy.ts';
import { CLOUDFLARE } from './formats/cloudflare.ts';
import { CLOUDFRONT } from './formats/cloudfront.ts';
import { COMBINED, COMMON, VHOST_COMBINED } from './formats/combined.ts';
import type { LogFormat } from './formats/log-format.ts';
import { NGINX_JSON } from './formats/nginx-json.ts';
import { NGINX_PROXY_MANAGER } from './formats/nginx-proxy-manager.ts';
import { VERCEL } from './formats/vercel.ts';

/** The formats of access logs that can be read, the general before the special: a line is tried on the last ones first. */
const FORMATS = [
  COMMON,
  COMBINED,
  VHOST_COMBINED,
  NGINX_PROXY_MANAGER,
  CADDY,
  NGINX_JSON,
  CLOUDFRONT,
  CLOUDFLARE,
  VERCEL,
  ALB,
] as const satisfies readonly LogFormat[];

export type FormatName = (typeof FORMATS)[number]['name'];

type ListedFormat = LogFormat & { readonly name: FormatName; readonly withoutAgents?: FormatName };

export const LOG_FORMATS: readonly ListedFormat[] = FORMATS;

export const FORMAT_NAMES: readonly FormatName[] = FORMATS.map(({ name }) => name);

const LAST_FIRST = LOG_FORMATS.toReversed();

/** Almost any object may be in a format with usual keys, so these are tried after the others. */
const OBJECT_FORMATS = [
  ...LAST_FIRST.filter(({ objectKeys }) => objectKeys === 'own'),
  ...LAST_FIRST.filter(({ objectKeys }) => objectKeys === 'usual'),
];

/** The formats that a line may be in, according to its beginning, in the order to try them. */
export function candidateFormats(line: string): readonly ListedFormat[] {
  if (line.startsWith('{') || line.startsWith('[{')) return OBJECT_FORMATS;
  const patternOf = ({ beginning, directive }: LogFormat) => (line.startsWith('#') ? directive : beginning);
  const found = LAST_FIRST.find((format) => patternOf(format)?.test(line));
  return found ? [found] : [];
}
