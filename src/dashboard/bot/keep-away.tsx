import type { BotPurpose } from '../generated/graphql.ts';
import { Code } from '../parts/copy.tsx';
import { Sheet } from '../parts/sheet.tsx';

/** The lines for robots.txt, to copy. */
export function KeepAwaySheet({ token, purpose }: { readonly token: string; readonly purpose: BotPurpose }) {
  return (
    <Sheet title="Keep it away" hint="For your robots.txt">
      <div class="pad">
        <Code text={`User-agent: ${token}\nDisallow: /`} />
        <p class="hint">
          These lines ask {token} to stay away from the whole site; they do not stop it.
          {(purpose === 'USER' || purpose === 'AGENT') && ' Bots that act for a person may not follow them.'}
        </p>
      </div>
    </Sheet>
  );
}
