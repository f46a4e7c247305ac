import { type Command, Option } from 'commander';
import type { Database } from '../database/database.ts';
import { ALERT_KINDS, type AlertKind } from '../domain/alert.ts';
import { CHANNEL_KINDS, type ChannelDeliveries, type ChannelKind, type Delivery } from '../domain/channel.ts';
import { formatInstant, instantOrNull } from '../domain/time.ts';
import { requireAccount } from '../operations/owner/accounts.ts';
import { type ChannelParts, createChannel, deleteChannel } from '../operations/owner/channels.ts';
import { byOperator } from '../operations/owner/in-account.ts';
import type { Channel } from '../operations/owner/in-channel.ts';
import { channelsOf } from '../operations/owner/own-channels.ts';
import { testChannel } from '../operations/owner/send-now.ts';
import { requireSite } from '../operations/require-site.ts';
import { openMessaging } from '../serving/open-messaging.ts';
import { openSecrets } from '../serving/open-secrets.ts';
import { SITE, parseChannelId, wordOption } from './arguments.ts';
import { type CommonOptions, addCommand, respond } from './command.ts';
import { NegativeAnswer, reasonOf } from './failures.ts';
import { columns, note, print } from './output.ts';
import type { Shell } from './shell.ts';
import { withDatabase } from './with-database.ts';

type AccountOptions = CommonOptions & { readonly account: string };

type CreateOptions = AccountOptions & {
  readonly kind: ChannelKind;
  readonly target: string;
  readonly name?: string;
  readonly alerts?: readonly AlertKind[];
  readonly site?: readonly string[];
  readonly digest?: true;
};

/** `channels create`, `list`, `delete`, `test`. */
export function addChannelsCommands(program: Command, shell: Shell): void {
  const group = program
    .command('channels')
    .description('manage where the alerts and the digest of an account are sent');
  addCreateCommand(group, shell);
  addListCommand(group, shell);
  addCommand(group, 'delete', { summary: 'delete a channel', example: 'channels delete 7' })
    .argument('<id>', 'the number of the channel', parseChannelId)
    .action((id: number, options: CommonOptions) =>
      respond(shell, options, async (db, nowMs) => {
        await deleteChannel(byOperator(db, nowMs), id);
        return { value: { id, deleted: true }, lines: [`deleted channel ${id}`] };
      }),
    );
  addTestCommand(group, shell);
}

function addCreateCommand(group: Command, shell: Shell): void {
  addCommand(group, 'create', {
    summary: 'make a channel, to which a running server sends from then on',
    example: 'channels create --account owner@example.com --kind webhook --target https://example.com/alerts',
    remarks:
      'The target is an e-mail address, which needs PUBLIC_URL, SMTP_URL and MAIL_FROM, or an https address. It is stored encrypted, which needs SECRETS_KEY. For a webhook the secret is printed that signs its messages; it cannot be shown again.',
  })
    .requiredOption('--account <email>', 'the account')
    .addOption(wordOption('--kind <kind>', 'how messages are sent', CHANNEL_KINDS).makeOptionMandatory())
    .requiredOption('--target <target>', 'where they go: an e-mail address or a web address')
    .option('--name <name>', 'what the channel is called (default: its kind)')
    .addOption(
      new Option('--alerts <kinds...>', 'the kinds of alerts that are sent (default: all)').choices(
        ALERT_KINDS,
      ),
    )
    .option('--site <sites...>', `the sites whose alerts are sent (default: all): ${SITE}`)
    .option('--digest', 'send the digest, too')
    .action((options: CreateOptions) =>
      respond(shell, options, async (db, nowMs) => {
        const { kind, target, alerts: kinds, digest } = options;
        const account = await requireAccount(db, options.account);
        const siteIds = await idsOf(db, options.site);
        const given = { kind, target, kinds, siteIds, digest, name: options.name ?? kind };
        const { channel, secret } = await createChannel(
          byOperator(db, nowMs),
          account,
          given,
          partsOf(shell),
        );
        if (!channel.isConfirmed)
          note(shell, `who has ${channel.target} must confirm it with the link in a mail`);
        const lines = [columns(channel.id, kind, channel.target), ...(secret === null ? [] : [secret])];
        return { value: { id: channel.id, secret }, lines };
      }),
    );
}

async function idsOf(db: Database, sites: readonly string[] | undefined) {
  return sites && (await Promise.all(sites.map(async (site) => (await requireSite(db, site)).id)));
}

function addListCommand(group: Command, shell: Shell): void {
  addCommand(group, 'list', {
    summary: 'list the channels of an account, oldest first, with how their last message went',
    example: 'channels list --account owner@example.com',
  })
    .requiredOption('--account <email>', 'the account')
    .action((options: AccountOptions) =>
      respond(shell, options, async (db) => {
        const found = await channelsOf(db, options.account, openSecrets(shell.readConfig()));
        const none = `${options.account} has no channel yet; make one with: ${shell.command} channels create`;
        return {
          value: found.map(({ channel, deliveries }) => valueOf(channel, deliveries)),
          label: found.length === 0 ? none : undefined,
          lines: found.map(({ channel, deliveries }) => lineOf(channel, deliveries)),
        };
      }),
    );
}

function addTestCommand(group: Command, shell: Shell): void {
  addCommand(group, 'test', {
    summary: 'send a test to a channel now, and tell how that went',
    example: 'channels test 7',
    remarks: 'Exits with 1 if it is not delivered.',
  })
    .argument('<id>', 'the number of the channel', parseChannelId)
    .action(async (id: number, { json }: CommonOptions) => {
      const parts = partsOf(shell);
      const delivery = await withDatabase(shell.readConfig(), (db) =>
        testChannel(byOperator(db, shell.now()), id, parts),
      );
      print(shell, { value: deliveryValue(delivery), lines: [columns(id, wordsOf(delivery))] }, json);
      if (delivery.state !== 'delivered') throw new NegativeAnswer();
    });
}

function partsOf(shell: Shell): ChannelParts {
  const config = shell.readConfig();
  const around = { now: () => shell.now(), onError: (error: unknown) => note(shell, reasonOf(error)) };
  return { messaging: openMessaging(config, around), secrets: openSecrets(config) };
}

function valueOf(channel: Channel, deliveries: ChannelDeliveries | undefined) {
  const { id, kind, name, target, isConfirmed, isEnabled, kinds, siteIds, sendsDigest } = channel;
  return {
    ...{ id, kind, name, target, confirmed: isConfirmed, enabled: isEnabled, kinds, sites: siteIds },
    digest: sendsDigest,
    last_delivery: deliveries ? deliveryValue(deliveries.last) : null,
    pending: deliveries?.pending ?? 0,
    given_up: deliveries?.givenUp ?? 0,
  };
}

function deliveryValue({ atMs, state, attempts, reason, nextAtMs }: Delivery) {
  return { at: formatInstant(atMs), state, attempts, reason, next_at: instantOrNull(nextAtMs) };
}

function lineOf(channel: Channel, deliveries: ChannelDeliveries | undefined): string {
  const { id, kind, name, target, kinds, isConfirmed, isEnabled, sendsDigest } = channel;
  const sent = [
    ...(kinds.length === ALERT_KINDS.length ? ['all alerts'] : kinds),
    ...(sendsDigest ? ['digest'] : []),
  ];
  const last = deliveries === undefined ? 'nothing sent yet' : wordsOf(deliveries.last) + waiting(deliveries);
  const state = !isEnabled ? 'switched off' : isConfirmed ? last : 'not confirmed';
  return columns(id, kind, name, target, sent.length === 0 ? 'nothing' : sent.join(', '), state);
}

/** What is still to be sent, beside the last one. */
function waiting({ pending, last }: ChannelDeliveries): string {
  const others = last.nextAtMs === null ? pending : pending - 1;
  return others > 0 ? `; ${others} more waiting` : '';
}

function wordsOf({ state, reason }: Delivery): string {
  return reason === null ? state : `${state}: ${reason}`;
}
