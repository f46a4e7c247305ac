import { OperationsMenu } from './docs-navigation.tsx';
import type { Document } from './openapi.ts';
import type { DocsOperation } from '../operation.ts';
import { GRAPHQL, pathOfOperation } from './operations.ts';
import { OperationPath } from './rest-page.tsx';
import { DocsEntry, Text } from './text.tsx';

type Props = {
  readonly document: Document;
  readonly operations: readonly DocsOperation[];
  readonly path: string;
};

/** How to authenticate, and all operations. */
export function RestHome({ document, operations, path }: Props) {
  return (
    <article class="docs-text">
      <OperationsMenu operations={operations} path={path} />
      <h1>REST API and collector</h1>
      <p>
        <Text text={document.info.description} />
      </p>
      <h2>Authentication</h2>
      <p>
        Every request needs a key: <code>Authorization: Bearer KEY</code>.{' '}
        <Text text={document.components.securitySchemes.key.description} /> Cookies do not count here.
      </p>
      <h2>Operations</h2>
      <ul class="params">
        {operations.map((operation) => (
          <li key={operation.slug}>
            <div>
              <a href={pathOfOperation(operation)}>{operation.title}</a>
            </div>
            <div>
              <OperationPath operation={operation} />
              <p>
                <Text text={operation.description} />
              </p>
            </div>
          </li>
        ))}
      </ul>
      <h2>For programs</h2>
      <p>
        This reference is made from <a href="/api/v1/openapi.json">openapi.json</a>, an OpenAPI 3.1 document.
        The <a href={GRAPHQL}>GraphQL API</a> answers the same and more in one request.
      </p>
    </article>
  );
}

/** Every code, with its status, its sentence and the operations that refuse with it. */
export function ErrorsPage({ operations, path }: Omit<Props, 'document'>) {
  const codes = new Map<string, { status: string; sentence: string; by: DocsOperation[] }>();
  for (const operation of operations)
    for (const { status, codes: own } of operation.refusals)
      for (const { code, sentence } of own) {
        const known = codes.get(code) ?? { status, sentence, by: [] };
        codes.set(code, known);
        known.by.push(operation);
      }
  const entries = [...codes].sort(([, a], [, b]) => Number(a.status) - Number(b.status));
  return (
    <article class="docs-text">
      <OperationsMenu operations={operations} path={path} />
      <h1>Errors</h1>
      <p>
        Every error is an object with <code>error</code>, a sentence for people, and <code>code</code>, for
        programs. RATE_LIMITED also has <code>retry_after</code>, in seconds. GraphQL has the same codes in{' '}
        <code>extensions.code</code>.
      </p>
      <ul class="params">
        {entries.map(([code, { status, sentence, by }]) => (
          <DocsEntry key={code} id={code} name={code} note={status}>
            {sentence}{' '}
            {by.length === operations.length
              ? 'From all operations.'
              : by.map((operation, index) => (
                  <>
                    {index > 0 && ', '}
                    <a href={pathOfOperation(operation)}>{operation.slug}</a>
                  </>
                ))}
          </DocsEntry>
        ))}
      </ul>
    </article>
  );
}

/** Every header that an answer may have. */
export function HeadersPage({ document, operations, path }: Props) {
  return (
    <article class="docs-text">
      <OperationsMenu operations={operations} path={path} />
      <h1>Headers and rate limits</h1>
      <p>
        Each operation that reads has a budget of requests in any 60 seconds, which REST and GraphQL share. A
        request that is refused does not count. The collector has no rate limit.
      </p>
      <ul class="params">
        {Object.entries(document.components.headers).map(([name, { description }]) => (
          <DocsEntry key={name} id={name} name={name}>
            <Text text={description} />
          </DocsEntry>
        ))}
      </ul>
    </article>
  );
}
