import type { Retrieving } from '../operations/retrieving/update-robots.ts';
import { userAgentOf } from '../outgoing/user-agent.ts';
import type { Config } from '../settings/config.ts';

/** How what sites publish is asked for. */
export function retrievingBy({ notify, publicUrl }: Pick<Config, 'notify' | 'publicUrl'>): Retrieving {
  return { allowsPrivate: notify.allowsPrivate, userAgent: userAgentOf(publicUrl) };
}
