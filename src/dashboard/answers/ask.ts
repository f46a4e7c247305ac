import type { TypedDocumentString } from '../generated/graphql.ts';
import { sharedLinkIn } from '../links.ts';
import { nowMs } from '../time/days.ts';
import { type GraphqlError, type Problem, problemOf, refusedFieldsOf } from './problem.ts';

/** The variables of a document, by name. */
export type AnyVariables = Readonly<Record<string, unknown>>;

/** The view of a share link names it: there the link counts, also in a browser in which an owner is signed in. */
function headersAt(path: string): Record<string, string> {
  const link = sharedLinkIn(path);
  return link === undefined ? {} : { 'X-Share-Link': link };
}

type Body<Data> = { readonly data?: Data | null; readonly errors?: readonly GraphqlError[] };

/** What the server answers; undefined if it does not, or something in front of it does. Never rejects. */
async function post<Data>(
  document: { toString(): string },
  variables: AnyVariables,
): Promise<Body<Data> | undefined> {
  try {
    const response = await fetch('/graphql', {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Accept: 'application/graphql-response+json, application/json',
        ...headersAt(location.pathname),
      },
      body: JSON.stringify({ query: document.toString(), variables }),
    });
    const body = Object(await response.json()) as Body<Data>;
    return body.data === undefined && body.errors === undefined ? undefined : body;
  } catch {
    return undefined;
  }
}

/** What the server returned. Both are there if it refused a part. */
export type Returned<Data> = {
  readonly data?: Data | undefined;
  readonly problem?: Problem | undefined;
  /** The paths of the fields that are null because they were refused. */
  readonly refused?: readonly string[] | undefined;
};

export type Kept<Data> = { readonly data: Data; readonly atMs: number };

const MOST_KEPT = 50;

/** Complete answers by document and variables, the newest last. A mutation empties it, as it may have changed any of them. */
let kept = new Map<string, Kept<unknown>>();

const keyOf = (document: TypedDocumentString<unknown, never>, variables: unknown): string =>
  JSON.stringify([sharedLinkIn(location.pathname), document.toString(), variables]);

/** What was read last for the same variables, if anything was since the last change. */
export const keptAnswer = <Data, Variables extends AnyVariables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Kept<Data> | undefined => kept.get(keyOf(document, variables)) as Kept<Data> | undefined;

/** Asks the server for a document, and keeps a whole answer. Never rejects. */
export async function ask<Data, Variables extends AnyVariables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Promise<Returned<Data>> {
  const keptBefore = kept;
  const key = keyOf(document, variables);
  const returned = returnedOf(await post<Data>(document, variables));
  // an answer that was asked for before a change is not kept after it
  if (returned.data && !returned.problem) keep(keptBefore, key, returned.data);
  return returned;
}

function returnedOf<Data>(body: Body<Data> | undefined): Returned<Data> {
  const { data, errors = [] } = body ?? {};
  if (body && errors.length === 0) return { data: data ?? undefined };
  return { data: data ?? undefined, problem: problemOf(errors), refused: refusedFieldsOf(errors) };
}

function keep(answers: typeof kept, key: string, data: unknown): void {
  answers.delete(key);
  answers.set(key, { data, atMs: nowMs() });
  const [oldest] = answers.keys();
  if (answers.size > MOST_KEPT && oldest !== undefined) answers.delete(oldest);
}

/** Sends a mutation. Never rejects, and never sends it again. */
export async function change<Data, Variables extends AnyVariables>(
  document: TypedDocumentString<Data, Variables>,
  variables: Variables,
): Promise<Returned<Data>> {
  const returned = returnedOf(await post<Data>(document, variables));
  kept = new Map();
  return returned;
}
