import { isJsonObject, parseJson } from '../domain/json.ts';
import { Refusal } from '../domain/refusal.ts';
import type { Credentials } from '../operations/owner/sign-in.ts';

/** Longer ones belong to no account. */
const LONGEST_TEXT = 1_000;

const FORMS = '{"email", "password"}, {"token"} or {"token", "password"}';

/** A sign-in, or the question what the link of a token asks for. */
type Asked = Credentials | { readonly checked: string };

/**
 * The body of a sign-in, or `{"token", "check": true}`. Throws INVALID_JSON, and INVALID_PARAMETER for another form; neither
 * repeats what came.
 */
export function parseCredentials(text: string): Asked {
  const given = parseJson(text);
  if (!isJsonObject(given))
    throw new Refusal('INVALID_JSON', { message: `The request body must be a JSON object: ${FORMS}.` });
  const { email, password, token } = given;
  if (isCheck(given)) return { checked: given.token };
  if (isText(token) && email === undefined && (password === undefined || isPassword(password)))
    return { token, password };
  if (token === undefined && isText(email) && isPassword(password)) return { email, password };
  throw new Refusal('INVALID_PARAMETER', {
    message: `The request body must be ${FORMS}, each a string; an e-mail address and a token have at most ${LONGEST_TEXT} characters.`,
  });
}

/** Nothing else may be there: a password that came along was meant to be set. */
function isCheck(given: object): given is { readonly token: string } {
  const { token, check, ...others } = given as Readonly<Record<string, unknown>>;
  return check === true && isText(token) && Object.keys(others).length === 0;
}

/** How long it may be is a rule for new ones, which has a refusal of its own. It is hashed, and not stored. */
function isPassword(value: unknown): value is string {
  return typeof value === 'string';
}

/** PostgreSQL stores no U+0000. */
function isText(value: unknown): value is string {
  return typeof value === 'string' && value.length <= LONGEST_TEXT && !value.includes('\0');
}
