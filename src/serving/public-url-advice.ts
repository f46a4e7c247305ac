import type { Logger } from 'pino';
import { publicUrlOf } from '../domain/public-url.ts';
import type { Config } from '../settings/config.ts';
import { requireFreePort } from './listening.ts';

type Reached = Pick<Config, 'publicUrl' | 'host' | 'port' | 'trustedProxies' | 'trustedUserHeader'>;

/** The addresses of this machine alone. */
const LOOPBACK = /^(?:127(?:\.\d{1,3}){3}|::1|localhost)$/i;

/**
 * What does not work without PUBLIC_URL where people probably reach the service by another name than that of the address
 * on which it listens. Undefined if the setting is there, or if it is probably not needed.
 */
export function adviseOnPublicUrl(config: Reached): string | undefined {
  if (config.publicUrl !== undefined) return undefined;
  if (config.trustedProxies.length === 0 && LOOPBACK.test(config.host)) return undefined;
  return `PUBLIC_URL is not set: ${stateWithout(config)}. Set PUBLIC_URL to the address at which owners open the service, such as https://stats.example.com.`;
}

function stateWithout({ host, port, trustedProxies, trustedUserHeader }: Reached): string {
  const { base, origins } = publicUrlOf(undefined, host, port);
  const [own, links] = [origins.join(' or '), `sign-in links begin with ${base}`];
  if (trustedUserHeader !== undefined)
    return `owners whom TRUSTED_USER_HEADER signs in can change nothing unless they open ${own}, and ${links}`;
  if (trustedProxies.length === 0) return `owners can sign in at ${own} only, and ${links}`;
  return `owners can sign in at the address that TRUSTED_PROXIES send (in Forwarded, or in X-Forwarded-Proto with X-Forwarded-Host or Host), but ${links}`;
}

/** Checks the address of a server that starts, and logs what does not work without PUBLIC_URL. Throws Unusable. */
export async function requireAddress(config: Config, log: Logger): Promise<void> {
  await requireFreePort(config);
  const advice = adviseOnPublicUrl(config);
  if (advice !== undefined) log.warn(advice);
}
