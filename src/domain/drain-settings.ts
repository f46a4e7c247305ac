/** How the senders of a drain prove who they are, and what they want to be answered; undefined if the owner has not set it. */
export type DrainSettings = {
  readonly keyId: number;
  readonly siteId: string;
  /** What the sender signs its batches with (Vercel: `x-vercel-signature`). */
  readonly signatureSecret: string | undefined;
  /** The code that the sender wants in each answer (Vercel: `x-vercel-verify`). */
  readonly verifyCode: string | undefined;
  /** The audience (`aud`) that the JWTs of the sender, such as Google Pub/Sub, must have. */
  readonly audience: string | undefined;
};
