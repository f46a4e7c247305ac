/**
 * Who an e-mail address names: addresses with one canonical form name the same account, and no others do. Only the letters
 * A to Z have a lower case here. A database's `lower()` also folds some letters into ASCII, in some locales, such as the
 * Kelvin sign into k: whoever gets such an address verified must not enter the account of another.
 */
export function canonicalEmail(email: string): string {
  return lowerAscii(composedEmail(email));
}

/** The stored form of an address: NFC, except for the characters that NFC turns into ASCII, which stay. */
export function composedEmail(email: string): string {
  return normalized(email, 'NFC');
}

/**
 * The forms that the stored addresses named by this one may have, each in ASCII lower case: addresses are stored composed,
 * but were stored as they were given before. Some addresses with such a form are named by others.
 */
export function storedForms(email: string): readonly string[] {
  const forms = [composedEmail(email), normalized(email, 'NFD'), email].map(lowerAscii);
  return [...new Set(forms)];
}

/**
 * Which account an address names, of those whose addresses have one of its stored forms, oldest first. If several were made
 * with it, before they were compared in NFC, each has its own spelling, and the oldest has all others.
 */
export function namedBy<Account extends { readonly email: string }>(
  email: string,
  accounts: readonly Account[],
): Account | undefined {
  const canonical = canonicalEmail(email);
  const named = accounts.filter((account) => canonicalEmail(account.email) === canonical);
  return named.find((account) => account.email === email) ?? named[0];
}

/** What `lower()` makes of an address in the locale that folds most. Addresses that share it look alike. */
export function foldedEmail(email: string): string {
  return email.normalize('NFC').toLowerCase().replaceAll('i\u0307', 'i');
}

/** All that NFC makes ASCII: the Greek question mark, the Greek grave accent and the Kelvin sign. They stay as they are. */
const OTHERS = /[^\u037E\u1FEF\u212A]+/g;

function normalized(email: string, form: 'NFC' | 'NFD'): string {
  return email.replace(OTHERS, (part) => part.normalize(form));
}

function lowerAscii(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}
