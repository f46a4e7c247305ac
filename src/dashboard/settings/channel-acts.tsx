import { useState } from 'preact/hooks';
import { useChange } from '../answers/use-change.ts';
import { ConfirmAgainDocument, TestChannelDocument } from '../generated/graphql.ts';
import { BusyButton } from '../parts/form-dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { readableName } from '../parts/name-text.ts';
import { type OwnChannel, wordsOfProblem, wordsOfTest } from './channel-words.ts';

/** What an owner may do about a channel in a dialog. */
export type ChannelDeed = 'change' | 'secret' | 'delete';

type Props = {
  readonly channel: OwnChannel;
  readonly choose: (deed: ChannelDeed) => void;
  readonly switchTo: (enabled: boolean) => void;
  readonly onDone: () => void;
};

/** The buttons of a channel: one that sends something at once, and a menu. */
export function ChannelActs({ channel, choose, switchTo, onDone }: Props) {
  const { enabled, confirmed } = channel;
  return (
    <div class="channel-acts">
      {enabled && confirmed && <SendTest channel={channel} onDone={onDone} />}
      {enabled && !confirmed && <SendLink channel={channel} onDone={onDone} />}
      <ChannelMenu {...{ channel, choose, switchTo }} />
    </div>
  );
}

type SendProps = Pick<Props, 'channel' | 'onDone'>;

/** Sends a test, and says how long that took, or why it failed. */
function SendTest({ channel, onDone }: SendProps) {
  const { isBusy, problem, send } = useChange(TestChannelDocument);
  const [words, setWords] = useState('');
  const [isDelivered, setIsDelivered] = useState(false);
  const test = async () => {
    if (isBusy) return;
    const startedMs = performance.now();
    const sent = await send({ id: channel.id });
    setIsDelivered(sent?.testChannel.state === 'DELIVERED');
    setWords(sent ? wordsOfTest(sent.testChannel, (performance.now() - startedMs) / 1000) : '');
    onDone();
  };
  const said = problem ? wordsOfProblem(problem) : words;
  return (
    <>
      {/* the row shows why a test failed */}
      <Said words={isBusy ? 'up to 10 s' : said} isShown={isBusy || isDelivered || problem !== undefined} />
      <SendButton
        of={channel}
        act={['Send a test', 'Sending…']}
        isBusy={isBusy}
        onClick={() => void test()}
      />
    </>
  );
}

/** Sends another link to whoever has not confirmed that they want the mails. */
function SendLink({ channel, onDone }: SendProps) {
  const { isBusy, problem, send } = useChange(ConfirmAgainDocument);
  const [isSent, setIsSent] = useState(false);
  const sendLink = async () => {
    if (isBusy) return;
    setIsSent((await send({ id: channel.id })) !== undefined);
    onDone();
  };
  const said = isSent ? 'On its way' : '';
  return (
    <>
      <Said words={problem ? wordsOfProblem(problem) : said} />
      <SendButton
        of={channel}
        act={['Send the link again', 'Sending…']}
        isBusy={isBusy}
        onClick={() => void sendLink()}
      />
    </>
  );
}

type SaidProps = {
  readonly words: string;
  /** False for what is only read out. */
  readonly isShown?: boolean;
};

const Said = ({ words, isShown = true }: SaidProps) => (
  <span class={isShown ? 'said' : 'sr'} role="status">
    {words}
  </span>
);

type ButtonProps = Pick<Parameters<typeof BusyButton>[0], 'act' | 'isBusy'> & {
  readonly of: OwnChannel;
  readonly onClick: () => void;
};

const SendButton = ({ of: { name }, ...button }: ButtonProps) => (
  <BusyButton {...button} class="btn small" about={readableName(name)} />
);

type MenuProps = Pick<Props, 'channel' | 'choose' | 'switchTo'>;

function ChannelMenu({ channel: { id, kind, name, enabled }, choose, switchTo }: MenuProps) {
  const menu = `of-${id}`;
  const hide = { popovertarget: menu, popovertargetaction: 'hide' } as const;
  return (
    <>
      <button class="btn quiet icon" popovertarget={menu} aria-label={`More for ${readableName(name)}`}>
        <Icon name="more" />
      </button>
      <div popover="auto" id={menu} class="menu left">
        <ul>
          <li>
            <button {...hide} onClick={() => choose('change')}>
              Change
            </button>
          </li>
          <li>
            <button {...hide} onClick={() => switchTo(!enabled)}>
              {enabled ? 'Switch off' : 'Switch on'}
            </button>
          </li>
          {kind === 'WEBHOOK' && (
            <li>
              <button {...hide} onClick={() => choose('secret')}>
                <span>
                  New secret<small>The old one stays valid for 24 hours</small>
                </span>
              </button>
            </li>
          )}
        </ul>
        <hr />
        <ul>
          <li>
            <button {...hide} class="danger-i" onClick={() => choose('delete')}>
              Delete
            </button>
          </li>
        </ul>
      </div>
    </>
  );
}
