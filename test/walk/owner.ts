/** A session of a signed-in owner. */
export type Session = {
  /** As `Set-Cookie` has it, without its attributes. */
  readonly cookie: string;
  /** The data of a document. Throws if there are errors. */
  readonly ask: <Data>(document: string, variables?: object) => Promise<Data>;
};

type Credentials =
  | { readonly token: string; readonly password: string }
  | { readonly email: string; readonly password: string };

/** Signs in as a page of the service does, in a browser that calls itself `userAgent`. */
export async function signIn(url: string, credentials: Credentials, userAgent: string): Promise<Session> {
  const response = await fetch(`${url}/session`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', 'User-Agent': userAgent, Origin: url },
    body: JSON.stringify(credentials),
  });
  const [cookie] = response.headers.getSetCookie();
  if (cookie === undefined) throw new Error(`nobody was signed in: ${await response.text()}`);
  const [nameAndValue = ''] = cookie.split(';');
  return {
    cookie: nameAndValue,
    async ask<Data>(query: string, variables: object = {}) {
      const headers = { 'Content-Type': 'application/json', Cookie: nameAndValue, Origin: url };
      const body = JSON.stringify({ query, variables });
      const answer = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
      const { data, errors } = (await answer.json()) as { data: Data; errors?: readonly object[] };
      if (errors !== undefined) throw new Error(JSON.stringify(errors));
      return data;
    },
  };
}
