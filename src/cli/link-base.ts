import { publicUrlOf } from '../domain/public-url.ts';
import { servedAddress } from '../serving/served-address.ts';
import type { Config } from '../settings/config.ts';
import { SETTINGS } from '../settings/settings.ts';

/** What a link for a browser begins with. */
export type LinkBase = {
  readonly base: string;
  /** What to do if the link leads nowhere; undefined if the address is certain. */
  readonly advice?: string;
};

/**
 * PUBLIC_URL, or else the address of the server that runs on the embedded database. Without one it is that of HOST and
 * PORT, with advice if they are not set.
 */
export function linkBase(config: Config): LinkBase {
  const { publicUrl, host, port } = config;
  const served = publicUrl ?? servedAddress(config);
  if (served !== undefined) return { base: served };
  const { base } = publicUrlOf(undefined, host, port);
  if (String(port) !== SETTINGS.PORT.preset || host !== SETTINGS.HOST.preset) return { base };
  return {
    base,
    advice: `the link begins with the default address ${base}; if browsers reach the server at another one, set PUBLIC_URL for this command, or HOST and PORT, as for the server`,
  };
}
