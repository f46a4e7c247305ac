import type { Channels, Message, Outcome, Receiver } from '../../src/domain/channel.ts';

/** A message as it left. */
export type Sent = { readonly receiver: Receiver; readonly message: Message };

/** Channels that keep what they are given, and answer as the test says. */
export function createFakeChannels(
  answer: (sent: Sent) => Outcome | Promise<Outcome> = () => ({ state: 'delivered' }),
): Channels & { readonly sent: readonly Sent[] } {
  const sent: Sent[] = [];
  return {
    sent,
    hasMail: true,
    parseTarget: (_, text) => text,
    async send(receiver, message) {
      const one = { receiver, message };
      sent.push(one);
      return answer(one);
    },
  };
}
