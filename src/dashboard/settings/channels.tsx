import { useChange } from '../answers/use-change.ts';
import { RetryChannelDocument, SwitchChannelDocument } from '../generated/graphql.ts';
import { BusyButton, ChangeNote } from '../parts/form-dialog.tsx';
import { Name } from '../parts/name.tsx';
import { readableName } from '../parts/name-text.ts';
import { Note } from '../parts/note.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { Table } from '../parts/table.tsx';
import { nowMs } from '../time/days.ts';
import { ChannelActs, type ChannelDeed } from './channel-acts.tsx';
import {
  CHANNEL_NAMES,
  type ChannelSite,
  type OwnChannel,
  standingOf,
  wordsOfGivenUp,
  wordsOfSent,
} from './channel-words.ts';
import { Standing } from './standing.tsx';

type Props = {
  /** Undefined while they load, null if they were refused. */
  readonly channels: readonly OwnChannel[] | null | undefined;
  readonly sites: readonly ChannelSite[];
  readonly add: () => void;
  readonly choose: (deed: ChannelDeed, channel: OwnChannel) => void;
  readonly onDone: () => void;
};

/** Where the alerts and the digest of the account go. */
export function Channels({ channels, add, ...acts }: Props) {
  return (
    <Sheet
      title="Where alerts go"
      hint="Each channel gets the alerts of all sites, unless you limit it"
      height={260}
    >
      {channels &&
        (channels.length === 0 ? <NoChannel add={add} /> : <ChannelList {...{ channels }} {...acts} />)}
    </Sheet>
  );
}

const NoChannel = ({ add }: Pick<Props, 'add'>) => (
  <div class="blank small">
    <p>Alerts appear in the dashboard; a channel sends them to you, too.</p>
    <div class="acts">
      <button class="btn" onClick={add}>
        Add a channel
      </button>
    </div>
  </div>
);

type ListProps = Omit<Props, 'channels' | 'add'> & { readonly channels: readonly OwnChannel[] };

function ChannelList({ channels, sites, choose, onDone }: ListProps) {
  const { problem, send } = useChange(SwitchChannelDocument);
  const atMs = nowMs();
  const switchTo = async (id: string, enabled: boolean) => {
    if (await send({ id, enabled })) onDone();
  };
  return (
    <>
      <div class="channel-notes">
        {problem && <ChangeNote problem={problem} />}
        {channels.map((channel) => (
          <GivenUp key={channel.id} {...{ channel, atMs, onDone }} />
        ))}
      </div>
      <Table
        class="listing channels"
        rows={channels}
        keyOf={({ id }) => id}
        rowClass={({ enabled, confirmed }) => (enabled && !confirmed ? 'unconfirmed' : undefined)}
        columns={[
          { ...{ head: 'Channel', cellClass: 'grow two' }, cell: (channel) => <Who channel={channel} /> },
          { ...{ head: 'Sends', class: 'mid', cellClass: 'sends' }, cell: (one) => wordsOfSent(one, sites) },
          {
            ...{ head: 'Last delivery', class: 'last', cellClass: 'two' },
            cell: (channel) => <Standing {...standingOf(channel, atMs)} />,
          },
          {
            ...{ head: <span class="sr">Actions</span>, class: 'num' },
            cell: (channel) => (
              <ChannelActs
                channel={channel}
                choose={(deed) => choose(deed, channel)}
                switchTo={(enabled) => void switchTo(channel.id, enabled)}
                onDone={onDone}
              />
            ),
          },
        ]}
      />
    </>
  );
}

const Who = ({ channel: { name, kind, target } }: { readonly channel: OwnChannel }) => (
  <>
    <span class="who-named">
      <Name name={name} /> <span class="tag">{CHANNEL_NAMES[kind]}</span>
    </span>
    <small class="mono" title={target}>
      <bdi>{target}</bdi>
    </small>
  </>
);

type GivenUpProps = {
  readonly channel: OwnChannel;
  readonly atMs: number;
  readonly onDone: () => void;
};

/** What was not delivered, and a button to send it again. */
function GivenUp({ channel, atMs, onDone }: GivenUpProps) {
  const { problem, isBusy, send } = useChange(RetryChannelDocument);
  const next = wordsOfGivenUp(channel, atMs);
  if (next === undefined) return null;
  const { id, name, givenUp } = channel;
  const retry = async () => {
    if (!isBusy && (await send({ id }))) onDone();
  };
  return (
    <>
      {problem && <ChangeNote problem={problem} />}
      <Note
        fact={
          <>
            {givenUp === 1 ? '1 message to ' : `${givenUp} messages to `}
            <bdi>{readableName(name)}</bdi>
            {givenUp === 1 ? ' was' : ' were'} not delivered.
          </>
        }
        next={next}
      >
        <BusyButton
          class="btn small"
          act={['Send again', 'Sending…']}
          isBusy={isBusy}
          about={readableName(name)}
          onClick={() => void retry()}
        />
      </Note>
    </>
  );
}
