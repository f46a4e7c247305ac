/** How the senders with a key prove who they are, as its owner has set it. */
export type DrainSettings = {
  readonly keyId: number;
  readonly siteId: string;
  /** What Vercel signs with. */
  readonly signatureSecret: string | undefined;
  /** What Vercel wants answered. */
  readonly verifyCode: string | undefined;
  /** For whom Google makes its JWT. */
  readonly audience: string | undefined;
};
