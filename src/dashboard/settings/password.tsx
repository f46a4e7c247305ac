import { useChange } from '../answers/use-change.ts';
import { ChangePasswordDocument } from '../generated/graphql.ts';
import { Field, FormDialog, beside, textIn } from '../parts/dialog.tsx';

type Props = { readonly onDone: () => void; readonly onClosed: () => void };

const CURRENT_CODES = ['WRONG_PASSWORD'];
const NEXT_CODES = ['INVALID_PARAMETER'];

/** Whoever signed in with a link may have no password yet, and leaves the current one empty. */
export function ChangePassword({ onDone, onClosed }: Props) {
  const { isBusy, problem, send } = useChange(ChangePasswordDocument);
  const change = async (form: FormData) => {
    const data = await send({ current: textIn(form, 'current') || null, next: textIn(form, 'next') });
    if (data) onDone();
    return data !== undefined;
  };
  return (
    <FormDialog
      title="Change the password"
      lede="All other sessions end."
      act={['Change it', 'Changing…']}
      isBusy={isBusy}
      problem={beside(problem, [...CURRENT_CODES, ...NEXT_CODES])}
      onSubmit={change}
      onClosed={onClosed}
    >
      <Field
        {...{ name: 'current', label: 'Current password', problem, codes: CURRENT_CODES }}
        hint="Leave it empty if you never chose one."
        type="password"
        autocomplete="current-password"
        autofocus
      />
      <Field
        {...{ name: 'next', label: 'New password', problem, codes: NEXT_CODES }}
        hint="At least 10 characters."
        type="password"
        autocomplete="new-password"
      />
    </FormDialog>
  );
}
