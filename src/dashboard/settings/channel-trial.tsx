import { useEffect, useState } from 'preact/hooks';
import { useChange } from '../answers/use-change.ts';
import { change } from '../answers/ask.ts';
import {
  type CreateChannelMutation,
  DeleteChannelDocument,
  TestChannelDocument,
} from '../generated/graphql.ts';
import { Dialog } from '../parts/dialog.tsx';
import { BusyButton, ChangeNote, type ChangeProps } from '../parts/form-dialog.tsx';
import { Icon } from '../parts/icon.tsx';
import { readableName } from '../parts/name-text.ts';
import { Note } from '../parts/note.tsx';
import { ChannelSecretDialog } from './channel-secret.tsx';
import { wordsOfProblem, wordsOfTest } from './channel-words.ts';

type Created = CreateChannelMutation['createChannel'];

type Props = ChangeProps & {
  readonly created: Created;
  /** Called when the channel is deleted again, with what was wrong with it. */
  readonly changeIt: (why: string) => void;
};

/** How the test of a new channel went. */
type Result = { readonly isDelivered: boolean; readonly words: string };

/**
 * Tests a channel that was just added, unless its receiver has to confirm it first, and says how that went. One that
 * failed is kept, or deleted to be changed. The secret of a webhook that stays is shown last.
 */
export function ChannelTrial({ created, changeIt, onDone, onClosed }: Props) {
  const { channel, secret } = created;
  const [result, setResult] = useState<Result>();
  const [isKept, setIsKept] = useState(false);
  useEffect(() => {
    if (!channel.confirmed) return;
    void test(channel.id).then((tested) => {
      setResult(tested);
      onDone();
    });
  }, []);
  if (!channel.confirmed) return <ToConfirm channel={channel} onClosed={onClosed} />;
  if (!result) return <Testing channel={channel} />;
  const keep = secret === null ? onClosed : () => setIsKept(true);
  if (!result.isDelivered && !isKept)
    return <Failed {...{ channel, changeIt, keep, onDone }} why={result.words} />;
  if (secret === null) return <Delivered channel={channel} words={result.words} onClosed={onClosed} />;
  return (
    <ChannelSecretDialog secret={secret} onClosed={onClosed}>
      <bdi>{readableName(channel.name)}</bdi> was added.{' '}
      {result.isDelivered ? `The test was ${result.words.toLowerCase()}.` : 'The test was not delivered.'}
    </ChannelSecretDialog>
  );
}

async function test(id: string): Promise<Result> {
  const startedMs = performance.now();
  const { data, problem } = await change(TestChannelDocument, { id });
  if (!data || problem)
    return { isDelivered: false, words: wordsOfProblem(problem ?? { kind: 'unreachable' }) };
  const words = wordsOfTest(data.testChannel, (performance.now() - startedMs) / 1000);
  return { isDelivered: data.testChannel.state === 'DELIVERED', words };
}

const TITLE = 'Add a channel';

type StepProps = { readonly channel: Created['channel'] };

function Testing({ channel }: StepProps) {
  return (
    <Dialog title={TITLE} staysOpen onClosed={() => undefined}>
      {() => (
        <p class="lede" role="status">
          Sending a test to <bdi>{readableName(channel.name)}</bdi>, for up to 10 seconds…
        </p>
      )}
    </Dialog>
  );
}

type EndProps = StepProps & Pick<ChangeProps, 'onClosed'>;

function ToConfirm({ channel: { target }, onClosed }: EndProps) {
  return (
    <Done
      fact="Added, but not confirmed yet."
      next={
        <>
          <bdi>{target}</bdi> gets a mail with a link, and nothing else until that is opened.
        </>
      }
      onClosed={onClosed}
    />
  );
}

const Delivered = ({ channel: { name }, words, onClosed }: EndProps & { readonly words: string }) => (
  <Done
    fact={`${words}.`}
    next={
      <>
        <bdi>{readableName(name)}</bdi> was added.
      </>
    }
    onClosed={onClosed}
  />
);

type DoneProps = Pick<Parameters<typeof Note>[0], 'fact' | 'next'> & Pick<ChangeProps, 'onClosed'>;

function Done({ fact, next, onClosed }: DoneProps) {
  return (
    <Dialog title={TITLE} onClosed={onClosed}>
      {(close) => (
        <>
          <div class="stack">
            <Note isBad={false} icon={<Icon name="tick" />} fact={fact} next={next} />
          </div>
          <div class="acts">
            <button class="btn primary" autofocus onClick={close}>
              Done
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}

type FailedProps = StepProps &
  Pick<Props, 'changeIt' | 'onDone'> & { readonly why: string; readonly keep: () => void };

function Failed({ channel: { id, name }, why, changeIt, keep, onDone }: FailedProps) {
  const { isBusy, problem, send } = useChange(DeleteChannelDocument);
  const remove = async () => {
    if (isBusy || !(await send({ id }))) return;
    onDone();
    changeIt(why);
  };
  return (
    <Dialog
      title={TITLE}
      lede={
        <>
          <bdi>{readableName(name)}</bdi> was added, but its test failed. “Change it” removes it, and leads
          back to the form.
        </>
      }
      staysOpen={isBusy}
      onClosed={keep}
    >
      {(close) => (
        <>
          <div class="stack">
            {problem && <ChangeNote problem={problem} />}
            <Note fact="The test was not delivered." next={why} />
          </div>
          <div class="acts">
            <button class="btn" aria-disabled={isBusy} onClick={() => isBusy || close()}>
              Keep it
            </button>
            <BusyButton
              class="btn primary"
              act={['Change it', 'Changing…']}
              isBusy={isBusy}
              onClick={() => void remove()}
            />
          </div>
        </>
      )}
    </Dialog>
  );
}
