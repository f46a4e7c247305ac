import { useState } from 'preact/hooks';
import { useChange } from '../answers/use-change.ts';
import { nowMs } from '../clock.ts';
import { CreateShareLinkDocument, RevokeShareLinkDocument } from '../generated/graphql.ts';
import { Secret } from '../parts/copy.tsx';
import { Dialog, Field, FormDialog, beside, textIn } from '../parts/dialog.tsx';
import { parseWholeDays } from '../parts/whole-days.ts';
import { formatAgo } from '../time/days.ts';
import type { Link, SharedSite } from './own.ts';

type Props = {
  /** Called when the server has made the change. */
  readonly onDone: () => void;
  readonly onClosed: () => void;
};

const NAME_CODES = ['INVALID_NAME'];
const DATE_CODES = ['INVALID_DATE_RANGE'];
const EXPIRY_CODES = ['INVALID_EXPIRY'];
const USUAL_DAYS = '30';

/** Makes a link, then shows it once. */
export function NewLink({ site, onDone, onClosed }: Props & { readonly site: SharedSite }) {
  const { isBusy, problem, send } = useChange(CreateShareLinkDocument);
  const [token, setToken] = useState<string>();
  if (token !== undefined) return <MadeLink token={token} domain={site.domain} onClosed={onClosed} />;
  const make = async (form: FormData) => {
    const data = await send({
      siteId: site.id,
      name: textIn(form, 'name'),
      start: textIn(form, 'start') || null,
      end: textIn(form, 'end') || null,
      expiresInDays: parseWholeDays(textIn(form, 'days')),
    });
    if (data) {
      onDone();
      setToken(data.createShareLink.token);
    }
    return false;
  };
  return (
    <FormDialog
      title="New share link"
      lede="Anybody who has the link sees the overview of this site until it expires, or until you revoke it."
      act={['Make the link', 'Making…']}
      isBusy={isBusy}
      problem={beside(problem, [...NAME_CODES, ...DATE_CODES, ...EXPIRY_CODES])}
      onSubmit={make}
      onClosed={onClosed}
    >
      <Field
        {...{ name: 'name', label: 'Name', problem, codes: NAME_CODES }}
        hint="For you, to tell links apart. Those who open it do not see it."
        autofocus
      />
      <Field
        {...{ name: 'start', label: 'First day shown', type: 'date', problem, codes: DATE_CODES }}
        hint="All earlier days too, if you leave it empty."
      />
      <Field
        {...{ name: 'end', label: 'Last day shown', type: 'date', problem, codes: [] }}
        hint="Each new day too, if you leave it empty. Days are UTC."
      />
      <Field
        {...{ name: 'days', label: 'Days until it expires', type: 'number', value: USUAL_DAYS }}
        {...{ problem, codes: EXPIRY_CODES }}
        hint="From 1 to 365."
      />
    </FormDialog>
  );
}

type MadeProps = {
  readonly token: string;
  readonly domain: string;
  readonly onClosed: () => void;
};

/** The link is in this dialog only, and gone when it closes: Esc closes it only after the link was copied. */
function MadeLink({ token, domain, onClosed }: MadeProps) {
  const [isCopied, setIsCopied] = useState(false);
  return (
    <Dialog
      title="Copy the link now"
      lede={`It is not shown again: only a fingerprint of it is kept. It shows the overview of ${domain} to anybody who has it.`}
      staysOpen={!isCopied}
      onClosed={onClosed}
    >
      {(close) => (
        <>
          <div class="stack">
            <Secret
              text={`${location.origin}/share#${token}`}
              what="the link"
              onCopied={() => setIsCopied(true)}
            />
          </div>
          <div class="acts">
            <button class="btn" onClick={close}>
              I have stored it
            </button>
          </div>
        </>
      )}
    </Dialog>
  );
}

export function RevokeLink({ link, onDone, onClosed }: Props & { readonly link: Link }) {
  const { isBusy, problem, send } = useChange(RevokeShareLinkDocument);
  const { id, name, lastUsedAt } = link;
  const revoke = async () => {
    const data = await send({ id });
    if (data) onDone();
    return data !== undefined;
  };
  const use =
    lastUsedAt === null
      ? 'It was never used.'
      : `It was last used ${formatAgo(Date.parse(lastUsedAt), nowMs())}.`;
  return (
    <FormDialog
      title={
        <>
          Revoke “<bdi>{name}</bdi>”?
        </>
      }
      lede={`${use} From the next request on it shows nothing. This cannot be undone.`}
      isAlert
      act={['Revoke', 'Revoking…']}
      keep="Keep it"
      isBusy={isBusy}
      problem={problem}
      onSubmit={revoke}
      onClosed={onClosed}
    />
  );
}
