import { type DrainFragment, SetDrainDocument } from '../generated/graphql.ts';
import { type ChangeProps, FormDialog, type FormField } from '../parts/form-dialog.tsx';

type Setting = 'signature' | 'audience';

type Known = DrainFragment | null | undefined;

const fieldsOf = (known: Known): Readonly<Record<Setting, readonly FormField[]>> => ({
  signature: [
    {
      name: 'signatureSecret',
      label: 'Signature secret',
      hint: known?.isSigned
        ? 'One is set. Enter it again, or another; without it, signatures are no longer checked.'
        : 'What Vercel signs with. Deliveries with another signature are refused.',
      autocomplete: 'off',
    },
    {
      name: 'verifyCode',
      label: 'Verification code',
      hint: 'Sent in the header x-vercel-verify of every response.',
      value: known?.verifyCode ?? '',
      autocomplete: 'off',
    },
  ],
  audience: [
    {
      name: 'audience',
      label: 'Audience',
      hint: 'Of the token that Google sends. Deliveries without such a token are refused.',
      value: known?.audience ?? '',
      autocomplete: 'off',
    },
  ],
});

type Props = ChangeProps & {
  readonly keyId: string;
  /** What is set, as far as it can be shown. */
  readonly known: Known;
  /** What the sender of the key has; without it, all that any sender has. */
  readonly settings?: Setting;
};

/** How the deliveries with a key are checked, beside the key itself. It replaces what was set before. */
export function DrainDialog({ keyId, known, settings, ...dialog }: Props) {
  const { signature, audience } = fieldsOf(known);
  const fields = settings ? { signature, audience }[settings] : [...signature, ...audience];
  return (
    <FormDialog
      {...dialog}
      title="Check who delivers"
      lede="This replaces what was set for the key. What you leave empty is not checked."
      act={['Save', 'Saving…']}
      fields={fields}
      document={SetDrainDocument}
      variables={(text) => ({
        ...{ keyId, signatureSecret: text('signatureSecret') || null },
        ...{ verifyCode: text('verifyCode') || null, audience: text('audience') || null },
      })}
    />
  );
}
