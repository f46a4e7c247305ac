/** How the senders of a drain prove who they are, and what they want to be answered; undefined if the owner has not set it. */
export type DrainSettings = {
  readonly keyId: number;
  readonly siteId: string;
  /** What the sender signs its batches with (Vercel: `x-vercel-signature`). */
  readonly signatureSecret: string | undefined;
  /** The code that the sender wants in each answer (Vercel: `x-vercel-verify`). */
  readonly verifyCode: string | undefined;
  /** For whom the sender's tokens must be (Google Pub/Sub: `aud` of the JWT). */
  readonly audience: string | undefined;
};
