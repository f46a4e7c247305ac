import { ChangePasswordDocument } from '../generated/graphql.ts';
import { type ChangeProps, FormDialog } from '../parts/form-dialog.tsx';
import { PASSWORD_RULE } from '../parts/password-rule.ts';

/** Whoever signed in with a link may have no password yet, and leaves the current one empty. */
export function PasswordDialog(dialog: ChangeProps) {
  return (
    <FormDialog
      {...dialog}
      title="Change the password"
      lede="All other sessions end."
      act={['Change it', 'Changing…']}
      fields={[
        {
          name: 'current',
          label: 'Current password',
          hint: 'Leave it empty if you never chose one.',
          codes: ['WRONG_PASSWORD'],
          type: 'password',
          autocomplete: 'current-password',
        },
        {
          name: 'next',
          label: 'New password',
          hint: PASSWORD_RULE,
          codes: ['INVALID_PASSWORD'],
          type: 'password',
          autocomplete: 'new-password',
        },
      ]}
      document={ChangePasswordDocument}
      variables={(text) => ({ current: text('current') || null, next: text('next') })}
    />
  );
}
