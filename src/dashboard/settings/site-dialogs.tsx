import { useChange } from '../answers/use-change.ts';
import {
  CreateSiteDocument,
  DeleteSiteDocument,
  RenameSiteDocument,
  SetRetentionDocument,
} from '../generated/graphql.ts';
import { formatCount } from '../numbers.ts';
import { Field, FormDialog, beside, textIn } from '../parts/dialog.tsx';
import { parseWholeDays } from '../parts/whole-days.ts';
import type { OwnSite } from './own.ts';

type Props = {
  /** Called when the server has made the change. */
  readonly onDone: () => void;
  readonly onClosed: () => void;
};

type SiteProps = Props & { readonly site: OwnSite };

const NAME_CODES = ['INVALID_NAME'];
const DOMAIN_CODES = ['INVALID_DOMAIN', 'DOMAIN_TAKEN', 'DOMAIN_MISMATCH'];

export function NewSite({ onDone, onClosed }: Props) {
  const { isBusy, problem, send } = useChange(CreateSiteDocument);
  const add = async (form: FormData) => {
    const data = await send({ domain: textIn(form, 'domain'), name: textIn(form, 'name') || null });
    if (data) onDone();
    return data !== undefined;
  };
  return (
    <FormDialog
      title="Add a site"
      act={['Add the site', 'Adding…']}
      isBusy={isBusy}
      problem={beside(problem, [...DOMAIN_CODES, ...NAME_CODES])}
      onSubmit={add}
      onClosed={onClosed}
    >
      <Field
        {...{ name: 'domain', label: 'Domain', problem, codes: DOMAIN_CODES }}
        hint="Such as example.com. Its subdomains belong to it."
        autofocus
      />
      <Field
        {...{ name: 'name', label: 'Name', problem, codes: NAME_CODES }}
        hint="The domain, if you leave it empty."
      />
    </FormDialog>
  );
}

export function RenameSite({ site: { id, name }, onDone, onClosed }: SiteProps) {
  const { isBusy, problem, send } = useChange(RenameSiteDocument);
  const rename = async (form: FormData) => {
    const data = await send({ id, name: textIn(form, 'name') });
    if (data) onDone();
    return data !== undefined;
  };
  return (
    <FormDialog
      title={
        <>
          Rename “<bdi>{name}</bdi>”
        </>
      }
      act={['Rename', 'Renaming…']}
      isBusy={isBusy}
      problem={beside(problem, NAME_CODES)}
      onSubmit={rename}
      onClosed={onClosed}
    >
      <Field {...{ name: 'name', label: 'Name', value: name, problem, codes: NAME_CODES }} autofocus />
    </FormDialog>
  );
}

const RETENTION_CODES = ['INVALID_RETENTION'];

export function KeepEvents({ site: { id, name, retentionDays }, onDone, onClosed }: SiteProps) {
  const { isBusy, problem, send } = useChange(SetRetentionDocument);
  const keep = async (form: FormData) => {
    const data = await send({ siteId: id, days: parseWholeDays(textIn(form, 'days')) });
    if (data) onDone();
    return data !== undefined;
  };
  return (
    <FormDialog
      title={
        <>
          How long “<bdi>{name}</bdi>” keeps its events
        </>
      }
      lede="Older events are deleted within an hour. They cannot be restored."
      act={['Save', 'Saving…']}
      isBusy={isBusy}
      problem={beside(problem, RETENTION_CODES)}
      onSubmit={keep}
      onClosed={onClosed}
    >
      <Field
        {...{ name: 'days', label: 'Days, including today', problem, codes: RETENTION_CODES }}
        hint="As long as the plan says, if you leave it empty."
        type="number"
        value={retentionDays === null ? '' : String(retentionDays)}
        autofocus
      />
    </FormDialog>
  );
}

/** The domain is typed, and the server compares it. */
export function DeleteSite({ site, onDone, onClosed }: SiteProps) {
  const { isBusy, problem, send } = useChange(DeleteSiteDocument);
  const remove = async (form: FormData) => {
    const data = await send({ id: site.id, domain: textIn(form, 'domain') });
    if (data) onDone();
    return data !== undefined;
  };
  return (
    <FormDialog
      title={
        <>
          Delete “<bdi>{site.name}</bdi>”?
        </>
      }
      lede={`All its events are deleted, of this month alone ${formatCount(site.eventsThisMonth)}, and its collect keys and share links stop working. This cannot be undone.`}
      isAlert
      act={['Delete the site', 'Deleting…']}
      keep="Keep it"
      isBusy={isBusy}
      problem={beside(problem, DOMAIN_CODES)}
      onSubmit={remove}
      onClosed={onClosed}
    >
      <Field
        {...{ name: 'domain', problem, codes: DOMAIN_CODES, autocomplete: 'off' }}
        label={
          <>
            Type the domain <code>{site.domain}</code> to confirm
          </>
        }
      />
    </FormDialog>
  );
}
