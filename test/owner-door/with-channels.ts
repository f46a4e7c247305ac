import { createSecrets } from '../../src/domain/secrets.ts';
import { createFakeChannels } from '../support/channels.ts';
import { type GatewayOptions, startGateway } from '../support/gateway.ts';
import { ask, makeSignedIn } from './support.ts';

export const LINKS = 'https://stats.example.com';
export const SECRETS = createSecrets(Buffer.alloc(32, 1));
export const TARGET = 'https://hooks.example.com/a-secret-path/k2Qd';

/** All that is known of a channel. */
export const FIELDS =
  'id kind name target confirmed enabled kinds siteIds digest pending givenUp lastDelivery { state attempts reason nextAt }';

/** A signed-in owner of a service that sends messages, and what they do. */
export async function startWithChannels(
  channels: ReturnType<typeof createFakeChannels> = createFakeChannels(),
  options: GatewayOptions = {},
) {
  const messaging = { channels, linkBase: LINKS };
  const gateway = startGateway({ secrets: SECRETS, messaging, ...options });
  const owner = await makeSignedIn(gateway);
  const run = async (document: string, cookie = owner.cookie) => {
    const { body } = await ask(gateway, cookie, document);
    const [error] = body.errors ?? [];
    return error === undefined ? body.data : `${error.extensions.code}: ${error.message}`;
  };
  const create = async (given: string) =>
    run(`mutation { createChannel(${given}) { secret channel { ${FIELDS} } } }`);
  const makeHook = async () => {
    const made = await create(`kind: WEBHOOK, name: "ops", target: "${TARGET}"`);
    return { ...made.createChannel, id: made.createChannel.channel.id as string };
  };
  return { ...owner, gateway, channels, run, create, makeHook };
}
