import type { ComponentChildren } from 'preact';
import { Code } from '../parts/copy.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';

const VERIFY = `import { Webhook } from 'standardwebhooks';

const message = new Webhook(process.env.SECRET)
  .verify(body, headers); // throws if it is not ours`;

type Props = {
  readonly secret: string;
  readonly onClosed: () => void;
  /** What was done to get it. */
  readonly children: ComponentChildren;
};

/** Shows the secret of a webhook once, and how messages are verified with it. */
export function ChannelSecretDialog({ secret, onClosed, children }: Props) {
  return (
    <SecretDialog
      what="the secret"
      text={secret}
      lede={<>{children} The secret is not shown again. You can make another one at any time.</>}
      onClosed={onClosed}
    >
      <div>
        <p class="label">Verify messages with it, with the raw body</p>
        <Code text={VERIFY} />
      </div>
    </SecretDialog>
  );
}
