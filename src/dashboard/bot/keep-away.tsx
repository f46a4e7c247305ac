import { useState } from 'preact/hooks';
import type { BotPurpose } from '../generated/graphql.ts';
import { Icon } from '../parts/icon.tsx';
import { Sheet } from '../parts/sheet.tsx';

/** The lines for robots.txt, to copy. */
export function KeepAway({ token, purpose }: { readonly token: string; readonly purpose: BotPurpose }) {
  const [copied, setCopied] = useState('');
  const lines = `User-agent: ${token}\nDisallow: /`;
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(lines);
      setCopied('Copied');
    } catch {
      setCopied('The browser does not copy here: select the lines');
    }
  };
  return (
    <Sheet title="Keep it away" hint="For your robots.txt">
      <div class="pad">
        <div class="code bare">
          <pre tabIndex={0}>
            <code>{lines}</code>
          </pre>
          <button
            class="btn quiet icon copy"
            aria-label="Copy the robots.txt lines"
            onClick={() => void copy()}
          >
            <Icon name={copied === 'Copied' ? 'tick' : 'copy'} />
          </button>
        </div>
        <p class="hint" role="status">
          {copied}
        </p>
        <p class="hint">
          These lines ask {token} to stay away from the whole site; they do not stop it.
          {(purpose === 'USER' || purpose === 'AGENT') && ' Bots that act for a person may not follow them.'}
        </p>
      </div>
    </Sheet>
  );
}
