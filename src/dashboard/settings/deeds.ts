const DEEDS: Readonly<Record<string, string>> = {
  'key.create': 'Created a key',
  'key.rename': 'Renamed a key',
  'key.revoke': 'Revoked a key',
  'key.set-drain': 'Changed how a drain key checks its sender',
  'site.create': 'Added a site',
  'site.rename': 'Renamed a site',
  'site.set-domain': 'Changed the domain of a site',
  'site.set-retention': 'Changed how long events are kept',
  'site.set-exclusions': 'Changed what of its own traffic a site excludes',
  'site.delete': 'Deleted a site',
  'account.set-plan': 'Changed the plan',
  'account.invite': 'Made a sign-in link',
  'account.unlink': 'Unlinked the account from its provider',
  'identity.link': 'Linked the account to a provider',
  'password.set': 'Chose a password',
  'password.change': 'Changed the password',
  'session.start': 'Signed in',
  'session.end': 'Ended a session',
  'session.end-all': 'Ended all sessions',
  'session.end-others': 'Ended all other sessions',
  'share.create': 'Made a share link',
  'share.revoke': 'Revoked a share link',
};

/** What an action of the audit is called; a newer server may list others, which are shown as they are. */
export const nameOfDeed = (action: string): string => DEEDS[action] ?? action;
