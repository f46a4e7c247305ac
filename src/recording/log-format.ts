/** The access logs that can be read, as `--format` names them. */
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
