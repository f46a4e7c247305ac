/** What was found about a setting or a part of the service, and what to do about it. */
export type Check = {
  /** The setting, or the part. */
  readonly check: string;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly detail: string;
};
