import { Webhook } from 'standardwebhooks';

/** The signatures of a message, by each of the secrets (`whsec_…`), as the header has them. */
export function signaturesOf(
  secrets: readonly string[],
  { id, at, body }: { readonly id: string; readonly at: Date; readonly body: string },
): string {
  return secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' ');
}
