import { useState } from 'preact/hooks';
import {
  ChangeChannelDocument,
  type ChannelKind,
  CreateChannelDocument,
  DeleteChannelDocument,
  RotateChannelSecretDocument,
} from '../generated/graphql.ts';
import { type ChangeProps, FormDialog, titleOf } from '../parts/form-dialog.tsx';
import { Note } from '../parts/note.tsx';
import type { ChannelDeed } from './channel-acts.tsx';
import { type EnteredChannel, channelIn, sendsIn } from './channel-entered.ts';
import { KindField, SendsFields, nameField, targetField } from './channel-fields.tsx';
import { ChannelSecretDialog } from './channel-secret.tsx';
import { ChannelTrial } from './channel-trial.tsx';
import { ALERT_KINDS, CHANNEL_NAMES, type ChannelSite, type OwnChannel } from './channel-words.ts';

/** What is done about the channels, in a dialog. */
export type Deed = { readonly kind: 'add' } | { readonly kind: ChannelDeed; readonly channel: OwnChannel };

type SitesProps = ChangeProps & { readonly sites: readonly ChannelSite[] };

type DeedProps = SitesProps & { readonly deed: Deed };

export function ChannelDialog({ deed, sites, ...dialog }: DeedProps) {
  switch (deed.kind) {
    case 'add':
      return <AddDialog {...dialog} sites={sites} />;
    case 'change':
      return <ChangeDialog {...dialog} sites={sites} channel={deed.channel} />;
    case 'secret':
      return <NewSecretDialog {...dialog} channel={deed.channel} />;
    case 'delete':
      return <DeleteDialog {...dialog} channel={deed.channel} />;
  }
}

/** What is typed again after the test of a channel failed, and why it did. */
type Again = { readonly round: number; readonly entered: EnteredChannel; readonly why: string };

/** Adds a channel and tests it. If the test fails, the form is back with what was typed, or the channel is kept. */
function AddDialog(props: SitesProps) {
  const [again, setAgain] = useState<Again>();
  return (
    <AddForm
      key={again?.round}
      {...{ ...props, again }}
      changeIt={(entered, why) => setAgain((last) => ({ entered, why, round: (last?.round ?? 0) + 1 }))}
    />
  );
}

type AddProps = SitesProps & {
  readonly again: Again | undefined;
  readonly changeIt: (entered: EnteredChannel, why: string) => void;
};

function AddForm({ sites, again, changeIt, ...dialog }: AddProps) {
  const entered = again?.entered;
  const [kind, setKind] = useState<ChannelKind>(entered?.kind ?? 'EMAIL');
  const { kinds = ALERT_KINDS, siteIds = [], digest = false } = entered ?? {};
  return (
    <FormDialog
      {...dialog}
      title="Add a channel"
      lede="A test is sent as soon as it is added, unless it has to be confirmed first."
      act={['Add and send a test', 'Adding…']}
      document={CreateChannelDocument}
      variables={(text) => channelIn(kind, text, sites)}
      made={({ createChannel: created }, sent) => (
        <ChannelTrial {...dialog} created={created} changeIt={(why) => changeIt(sent, why)} />
      )}
      first={
        <>
          {again && <Note fact="The test was not delivered." next={again.why} />}
          <KindField kind={kind} choose={setKind} />
        </>
      }
      fields={[
        targetField(kind, entered?.target ?? ''),
        {
          ...nameField(entered ? ownNameOf(entered) : '', 'Who or what reads it.'),
          placeholder: CHANNEL_NAMES[kind],
        },
      ]}
    >
      <SendsFields sites={sites} sends={{ kinds, siteIds: siteIds.length === 0 ? null : siteIds, digest }} />
    </FormDialog>
  );
}

/** Without what stands for a name that was left empty. */
const ownNameOf = ({ kind, name }: EnteredChannel) => (name === CHANNEL_NAMES[kind] ? '' : name);

type OneProps = ChangeProps & { readonly channel: OwnChannel };

function ChangeDialog({ channel, sites, ...dialog }: SitesProps & OneProps) {
  const { id, kind, name, target } = channel;
  return (
    <FormDialog
      {...dialog}
      title={titleOf('Change', name)}
      lede={
        <>
          {CHANNEL_NAMES[kind]} to <bdi>{target}</bdi>. For another address, add another channel.
        </>
      }
      act={['Save', 'Saving…']}
      fields={[nameField(name, 'Who or what reads it.')]}
      document={ChangeChannelDocument}
      variables={(text) => ({ id, name: text('name'), ...sendsIn(text, sites) })}
    >
      <SendsFields sites={sites} sends={channel} />
    </FormDialog>
  );
}

function NewSecretDialog({ channel: { id, name }, ...dialog }: OneProps) {
  return (
    <FormDialog
      {...dialog}
      title={titleOf('New secret for', name, '?')}
      lede="Messages are signed with the new secret, and for 24 hours with the last one, too. One before that ends now."
      act={['Make the secret', 'Making…']}
      document={RotateChannelSecretDocument}
      variables={() => ({ id })}
      made={({ rotateChannelSecret: { secret } }) => (
        <ChannelSecretDialog secret={secret ?? ''} onClosed={dialog.onClosed}>
          The old one stays valid for 24 hours.
        </ChannelSecretDialog>
      )}
    />
  );
}

function DeleteDialog({ channel: { id, name }, ...dialog }: OneProps) {
  return (
    <FormDialog
      {...dialog}
      title={titleOf('Delete', name, '?')}
      lede="Nothing is sent to it any more, not even what is waiting. This cannot be undone."
      isAlert
      act={['Delete the channel', 'Deleting…']}
      keep="Keep it"
      document={DeleteChannelDocument}
      variables={() => ({ id })}
    />
  );
}
