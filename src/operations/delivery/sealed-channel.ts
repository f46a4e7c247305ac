import { randomBytes } from 'node:crypto';
import { type ChannelKind, type Receiver, maskTarget } from '../../domain/channel.ts';
import { type Secrets, UnreadableSecret } from '../../domain/secrets.ts';
import { generateToken, hashToken } from '../../domain/session.ts';
import type { StoredChannel } from '../../queries/channels.ts';

const SECRET_BYTES = 24;

/** What is stored encrypted of a channel. */
export const CHANNEL_SECRETS = ['target', 'secret', 'old_secret', 'token'] as const;
export type ChannelSecret = (typeof CHANNEL_SECRETS)[number];

/** For what a secret of a channel is encrypted. */
export function channelSecretOf(what: ChannelSecret): (channelId: number) => string {
  return (channelId) => `channels.${what} ${channelId}`;
}

/** Standard Webhooks: 24 to 64 random bytes in base64. */
export function generateSecret(): string {
  return `whsec_${randomBytes(SECRET_BYTES).toString('base64')}`;
}

/** What is stored of a new channel: a webhook gets a secret, and the links in mails a token. */
export function sealNewChannel(
  secrets: Secrets,
  { id, kind, target }: { readonly id: number; readonly kind: ChannelKind; readonly target: string },
) {
  const seal = (what: ChannelSecret, text: string) => secrets.seal(text, channelSecretOf(what)(id));
  const secret = kind === 'webhook' ? generateSecret() : null;
  const token = kind === 'email' ? generateToken() : null;
  return {
    sealed: {
      sealedTarget: seal('target', target),
      sealedSecret: secret && seal('secret', secret),
      sealedToken: token && seal('token', token),
      ...{ sealedOldSecret: null, oldSecretUntilMs: null },
    },
    secret,
    tokenHash: token && hashToken(token),
  };
}

/** What a secret of a channel is. Throws UnreadableSecret. */
export function openChannelSecret(
  secrets: Secrets | undefined,
  {
    what,
    channelId,
    sealed,
  }: { readonly what: ChannelSecret; readonly channelId: number; readonly sealed: string },
): string {
  if (secrets === undefined) throw new UnreadableSecret('SECRETS_KEY is not set');
  return secrets.open(sealed, channelSecretOf(what)(channelId));
}

/** Where a channel leads now, and what signs. Throws UnreadableSecret. */
export function receiverOf(secrets: Secrets | undefined, channel: StoredChannel, nowMs: number): Receiver {
  const { id: channelId, kind, sealedTarget, sealedSecret, sealedOldSecret, oldSecretUntilMs } = channel;
  const open = (what: ChannelSecret, sealed: string | null) =>
    sealed === null ? [] : [openChannelSecret(secrets, { what, channelId, sealed })];
  const [target = ''] = open('target', sealedTarget);
  const isOldValid = oldSecretUntilMs !== null && nowMs < oldSecretUntilMs;
  return {
    ...{ kind, target },
    secrets: [...open('secret', sealedSecret), ...(isOldValid ? open('old_secret', sealedOldSecret) : [])],
  };
}

/** What is shown of the target of a channel. */
export function shownTarget(
  secrets: Secrets | undefined,
  { id: channelId, kind, sealedTarget: sealed }: StoredChannel,
): string {
  try {
    return maskTarget(kind, openChannelSecret(secrets, { what: 'target', channelId, sealed }));
  } catch (error) {
    if (error instanceof UnreadableSecret) return `not readable: ${error.message}`;
    throw error;
  }
}
