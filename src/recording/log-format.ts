/** The formats of access logs that can be read, by their names for `--format`. */
export const LOG_FORMATS = [
  'common',
  'combined',
  'vhost-combined',
  'nginx-proxy-manager',
  'caddy',
  'nginx-json',
  'cloudfront',
  'cloudflare',
  'vercel',
  'alb',
] as const;

export type LogFormat = (typeof LOG_FORMATS)[number];
