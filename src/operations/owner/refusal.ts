/** Every reason to refuse a change of accounts, sites and keys. Where a door has error codes, it shows these. */
export type ManagementCode =
  | 'ACCOUNT_NOT_FOUND'
  | 'SITE_NOT_FOUND'
  | 'KEY_NOT_FOUND'
  | 'SESSION_NOT_FOUND'
  | 'SHARE_LINK_NOT_FOUND'
  | 'TOO_MANY_SHARE_LINKS'
  | 'TOO_MANY_SITES'
  | 'TOO_MANY_KEYS'
  | 'EMAIL_TAKEN'
  | 'DOMAIN_TAKEN'
  | 'INVALID_EMAIL'
  | 'INVALID_NAME'
  | 'INVALID_DOMAIN'
  | 'DOMAIN_MISMATCH'
  | 'WRONG_PASSWORD'
  | 'INVALID_RETENTION'
  | 'INVALID_EXPIRY'
  | 'INVALID_DATE';

/** A change of accounts, sites or keys that is refused. The message is one line for the person who requested the change. */
export class ManagementRefusal extends Error {
  override readonly name = 'ManagementRefusal';
  readonly code: ManagementCode;

  constructor(code: ManagementCode, message: string) {
    super(message);
    this.code = code;
  }
}
