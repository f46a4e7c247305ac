import type { SearchEntry } from '../find-entries.ts';
import type { TypeEntry } from './graphql-schema.ts';
import type { DocsOperation } from '../operation.ts';
import type { Question, RenderedGuide } from './guides.ts';
import { ERRORS, GRAPHQL, pathOfOperation } from './operations.ts';

/** Pages, questions, operations, parameters, fields, codes and types: those that many look for before what lies in them. */
export function entriesOf(
  guides: readonly RenderedGuide[],
  questions: readonly Question[],
  operations: readonly DocsOperation[],
  types: readonly TypeEntry[],
): readonly SearchEntry[] {
  const codes = operations.flatMap(({ refusals }) => refusals.flatMap((refusal) => refusal.codes));
  return [
    ...guides.map(({ title, about, path }) => ({ name: title, note: plain(about), href: path })),
    ...questions.flatMap(({ text, answers }) =>
      answers.map(({ title, address }) => ({ name: plain(text), note: title, href: address })),
    ),
    ...operations.map((operation) => ({
      name: operation.title,
      note: `${operation.method} ${operation.path}`,
      href: pathOfOperation(operation),
    })),
    ...guides.flatMap(({ title, path, headings }) =>
      headings
        .filter(({ depth }) => depth > 1)
        .map(({ id, text }) => ({ name: text, note: title, href: `${path}#${id}` })),
    ),
    ...operations.flatMap((operation) => partsOf(operation)),
    ...[...new Set(codes.map(({ code }) => code))].map((code) => ({
      name: code,
      note: 'error',
      href: `${ERRORS}#${code}`,
    })),
    ...types.flatMap(({ name, kind, members }) => [
      { name, note: `GraphQL ${kind}`, href: `${GRAPHQL}#${name}` },
      ...members.map((member) => ({
        name: `${name}.${member.name}`,
        note: 'GraphQL',
        href: `${GRAPHQL}#${name}.${member.name}`,
      })),
    ]),
  ];
}

/** A sentence without the backticks around its code. */
function plain(text: string): string {
  return text.replaceAll('`', '');
}

function partsOf(operation: DocsOperation): readonly SearchEntry[] {
  const path = pathOfOperation(operation);
  const part =
    (kind: string, prefix: string) =>
    ({ name }: { readonly name: string }) => ({
      name,
      note: `${kind} of ${operation.slug}`,
      href: `${path}#${prefix}${name}`,
    });
  return [
    ...operation.parameters.map(part('parameter', '')),
    ...operation.body.map(part('body', 'body.')),
    ...operation.answer.map(part('answer', 'answer.')),
  ];
}
