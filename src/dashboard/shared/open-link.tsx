import { useEffect, useState } from 'preact/hooks';
import { sharedPath } from '../links.ts';
import { Note } from '../parts/note.tsx';
import { type Opened, exchangeToken } from './exchange-token.ts';
import { InvalidLink, SharedFrame } from './shared-frame.tsx';

type Failure = Exclude<Opened, number>;

/** Opens a share link, whose token stands in the fragment of the address: browsers send that to no server. */
export function OpenLinkScreen() {
  const [token] = useState(() => location.hash.slice(1));
  const [failure, setFailure] = useState<Failure>();
  const open = async () => {
    setFailure(undefined);
    const opened = await exchangeToken(token);
    // a new page, so that nothing of the token remains
    if (typeof opened === 'number') location.replace(sharedPath(opened));
    else setFailure(opened);
  };
  useEffect(() => {
    // Neither the history nor a copied address has the token.
    history.replaceState(null, '', location.pathname);
    void open();
    const reload = () => location.reload();
    // Another link is put into the address of this page.
    addEventListener('hashchange', reload);
    return () => removeEventListener('hashchange', reload);
  }, []);
  if (failure === 'invalid') return <InvalidLink />;
  return (
    <SharedFrame title="Shared view">
      {failure === undefined ? (
        <p class="say" role="status">
          Opening the link…
        </p>
      ) : (
        <FailureNote failure={failure} again={() => void open()} />
      )}
    </SharedFrame>
  );
}

type FailureProps = { readonly failure: Exclude<Failure, 'invalid'>; readonly again: () => void };

function FailureNote({ failure, again }: FailureProps) {
  const words =
    failure === 'unreachable'
      ? { fact: 'The server does not respond.', next: 'Try again in a moment.' }
      : { fact: failure.message, next: `Code ${failure.code}.` };
  return (
    <Note {...words}>
      <button class="btn small" onClick={again}>
        Try again
      </button>
    </Note>
  );
}
