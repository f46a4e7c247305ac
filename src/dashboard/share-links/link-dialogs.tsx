import {
  CreateShareLinkDocument,
  RevokeShareLinkDocument,
  type ShareLinksQuery,
} from '../generated/graphql.ts';
import { type ChangeProps, FormDialog, titleOf } from '../parts/form-dialog.tsx';
import { SecretDialog } from '../parts/secret-dialog.tsx';
import { parseWholeDays } from '../parts/whole-days.ts';
import { formatAgo, nowMs } from '../time/days.ts';

export type LinkSite = NonNullable<ShareLinksQuery['site']>;
export type OwnLink = NonNullable<LinkSite['shareLinks']>[number];

const USUAL_DAYS = '30';

const FIELDS = [
  {
    name: 'name',
    label: 'Name',
    hint: 'For you, to tell links apart. Those who open it do not see it.',
    codes: ['INVALID_NAME'],
  },
  {
    ...{ name: 'start', label: 'First day shown', type: 'date' as const },
    hint: 'All earlier days too, if you leave it empty.',
    codes: ['INVALID_DATE_RANGE'],
  },
  {
    ...{ name: 'end', label: 'Last day shown', type: 'date' as const },
    hint: 'Each new day too, if you leave it empty. Days are UTC.',
  },
  {
    ...{ name: 'days', label: 'Days until it expires', type: 'number' as const, value: USUAL_DAYS },
    hint: 'From 1 to 365.',
    codes: ['INVALID_EXPIRY'],
  },
];

/** Makes a link, then shows it once. */
export function NewLinkDialog({ site, ...dialog }: ChangeProps & { readonly site: LinkSite }) {
  return (
    <FormDialog
      {...dialog}
      title="New share link"
      lede="Anybody who has the link sees the overview of this site until it expires, or until you revoke it."
      act={['Make the link', 'Making…']}
      fields={FIELDS}
      document={CreateShareLinkDocument}
      variables={(text) => ({
        siteId: site.id,
        name: text('name'),
        start: text('start') || null,
        end: text('end') || null,
        expiresInDays: parseWholeDays(text('days')),
        alerts: text('alerts') !== '',
        notes: text('notes') !== '',
      })}
      made={({ createShareLink: { token } }) => (
        <SecretDialog
          what="the link"
          text={`${location.origin}/share#${token}`}
          note={`It shows the overview of ${site.domain} to anybody who has it.`}
          onClosed={dialog.onClosed}
        />
      )}
    >
      <Shows name="alerts" label="Show the alerts of these days, too" />
      <Shows name="notes" label="Show the notes to these days, too" />
    </FormDialog>
  );
}

const Shows = ({ name, label }: { readonly name: string; readonly label: string }) => (
  <label class="check">
    <input type="checkbox" name={name} /> {label}
  </label>
);

type RevokeProps = ChangeProps & { readonly link: OwnLink };

export function RevokeLinkDialog({ link: { id, name, lastUsedAt }, ...dialog }: RevokeProps) {
  const use =
    lastUsedAt === null
      ? 'It was never used.'
      : `It was last used ${formatAgo(Date.parse(lastUsedAt), nowMs())}.`;
  return (
    <FormDialog
      {...dialog}
      title={titleOf('Revoke', name, '?')}
      lede={`${use} From the next request on it shows nothing. This cannot be undone.`}
      isAlert
      act={['Revoke', 'Revoking…']}
      keep="Keep it"
      document={RevokeShareLinkDocument}
      variables={() => ({ id })}
    />
  );
}
