import {
  CreateSiteDocument,
  DeleteSiteDocument,
  RenameSiteDocument,
  SetExclusionsDocument,
  SetRetentionDocument,
  type SitesQuery,
} from '../generated/graphql.ts';
import { formatCount } from '../numbers.ts';
import { type ChangeProps, FormDialog, titleOf } from '../parts/form-dialog.tsx';
import { parseWholeDays } from '../parts/whole-days.ts';

export type OwnSite = NonNullable<SitesQuery['sites']>[number];

type SiteDialogProps = ChangeProps & { readonly site: OwnSite };

const NAME_FIELD = { name: 'name', label: 'Name', codes: ['INVALID_NAME'] };
const DOMAIN_FIELD = { name: 'domain', codes: ['INVALID_DOMAIN', 'DOMAIN_TAKEN', 'DOMAIN_MISMATCH'] };

type NewSiteProps = ChangeProps & {
  /** As far as it was typed elsewhere. */
  readonly domain?: string | undefined;
};

export function NewSiteDialog({ domain = '', ...dialog }: NewSiteProps) {
  return (
    <FormDialog
      {...dialog}
      title="Add a site"
      act={['Add the site', 'Adding…']}
      fields={[
        {
          ...{ ...DOMAIN_FIELD, label: 'Domain', value: domain },
          hint: 'Such as example.com. Its subdomains belong to it.',
        },
        { ...NAME_FIELD, hint: 'The domain, if you leave it empty.' },
      ]}
      document={CreateSiteDocument}
      variables={(text) => ({ domain: text('domain'), name: text('name') || null })}
    />
  );
}

export function RenameSiteDialog({ site: { id, name }, ...dialog }: SiteDialogProps) {
  return (
    <FormDialog
      {...dialog}
      title={titleOf('Rename', name)}
      act={['Rename', 'Renaming…']}
      fields={[{ ...NAME_FIELD, value: name }]}
      document={RenameSiteDocument}
      variables={(text) => ({ id, name: text('name') })}
    />
  );
}

export function RetentionDialog({ site: { id, name, retentionDays }, ...dialog }: SiteDialogProps) {
  return (
    <FormDialog
      {...dialog}
      title={titleOf('How long', name, ' keeps its events')}
      lede="Older events are deleted within an hour. They cannot be restored."
      act={['Save', 'Saving…']}
      fields={[
        {
          name: 'days',
          label: 'Days, including today',
          hint: 'As long as the plan says, if you leave it empty.',
          codes: ['INVALID_RETENTION'],
          type: 'number',
          value: retentionDays === null ? '' : String(retentionDays),
        },
      ]}
      document={SetRetentionDocument}
      variables={(text) => ({ siteId: id, days: parseWholeDays(text('days')) })}
    />
  );
}

const linesIn = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);

/** What the owner's own office, monitors and tests request is no event. */
export function ExclusionsDialog({ site: { id, name, exclusions }, ...dialog }: SiteDialogProps) {
  return (
    <FormDialog
      {...dialog}
      title={titleOf('Exclude traffic of', name)}
      lede="What matches is skipped from now on, whichever way it comes. What is recorded stays."
      act={['Save', 'Saving…']}
      fields={[
        {
          name: 'addresses',
          label: 'Addresses',
          hint: 'One per line: 192.0.2.7, or a range as 192.0.2.0/24 or 2001:db8::/48.',
          rows: 4,
          value: exclusions?.addresses.join('\n') ?? '',
        },
        {
          name: 'paths',
          label: 'Paths',
          hint: 'One per line: /health, or a pattern as /internal/**, where * stands for any characters but “/”, and ** for any.',
          rows: 4,
          value: exclusions?.paths.join('\n') ?? '',
        },
      ]}
      document={SetExclusionsDocument}
      variables={(text) => ({
        ...{ siteId: id, addresses: linesIn(text('addresses')), paths: linesIn(text('paths')) },
      })}
    />
  );
}

/** The domain is typed, and the server compares it. */
export function DeleteSiteDialog({ site, ...dialog }: SiteDialogProps) {
  const label = (
    <>
      Type the domain <code>{site.domain}</code> to confirm
    </>
  );
  return (
    <FormDialog
      {...dialog}
      title={titleOf('Delete', site.name, '?')}
      lede={`All its events are deleted, ${formatCount(site.eventsThisMonth)} dated this month among them, and its collect keys and share links stop working. This cannot be undone.`}
      isAlert
      act={['Delete the site', 'Deleting…']}
      keep="Keep it"
      fields={[{ ...DOMAIN_FIELD, label, autocomplete: 'off' }]}
      document={DeleteSiteDocument}
      variables={(text) => ({ id: site.id, domain: text('domain') })}
    />
  );
}
