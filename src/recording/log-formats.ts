import { AKAMAI } from './formats/akamai.ts';
import { ALB } from './formats/alb.ts';
import { AZURE_FRONT_DOOR } from './formats/azure-front-door.ts';
import { BUNNY } from './formats/bunny.ts';
import { CADDY } from './formats/caddy.ts';
import { CLOUDFLARE } from './formats/cloudflare.ts';
import { CLOUDFRONT } from './formats/cloudfront.ts';
import { COMBINED, COMMON, VHOST_COMBINED } from './formats/combined.ts';
import { ENVOY } from './formats/envoy.ts';
import { ENVOY_TEXT } from './formats/envoy-text.ts';
import { FASTLY } from './formats/fastly.ts';
import { GOOGLE_CLOUD } from './formats/google-cloud.ts';
import { HAPROXY } from './formats/haproxy.ts';
import { IIS } from './formats/iis.ts';
import { INGRESS_NGINX } from './formats/ingress-nginx.ts';
import type { LogFormat } from './formats/log-format.ts';
import { NETLIFY } from './formats/netlify.ts';
import { NGINX_JSON } from './formats/nginx-json.ts';
import { NGINX_PROXY_MANAGER } from './formats/nginx-proxy-manager.ts';
import { TRAEFIK } from './formats/traefik.ts';
import { VERCEL } from './formats/vercel.ts';

/** The formats of access logs that can be read, the general before the special: a line is tried on the last ones first. */
const FORMATS = [
  COMMON,
  COMBINED,
  VHOST_COMBINED,
  INGRESS_NGINX,
  NGINX_PROXY_MANAGER,
  CADDY,
  NGINX_JSON,
  TRAEFIK,
  HAPROXY,
  ENVOY,
  ENVOY_TEXT,
  IIS,
  CLOUDFRONT,
  CLOUDFLARE,
  VERCEL,
  ALB,
  FASTLY,
  AKAMAI,
  BUNNY,
  NETLIFY,
  GOOGLE_CLOUD,
  AZURE_FRONT_DOOR,
] as const satisfies readonly LogFormat[];

export type FormatName = (typeof FORMATS)[number]['name'];

export type ListedFormat = LogFormat & { readonly name: FormatName; readonly withoutAgents?: FormatName };

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
  return LAST_FIRST.filter((format) => patternOf(format)?.test(line));
}
