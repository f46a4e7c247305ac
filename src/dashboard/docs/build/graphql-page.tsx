import { FIRST_DOCUMENT } from '../first-document.ts';
import type { Member, TypeEntry } from './graphql-schema.ts';
import { Text } from './text.tsx';

/** The reference of the schema: all types, with their fields. The script puts a console at its head. */
export function GraphqlPage({ types }: { readonly types: readonly TypeEntry[] }) {
  return (
    <>
      <div class="head">
        <div>
          <h1>GraphQL</h1>
          <p class="sub">
            One address, <code>/graphql</code>. A document costs one unit of the budget “graphql”, and its
            fields what is said there.
          </p>
        </div>
        <div class="controls">
          <a class="btn" href="/docs/schema.graphql" download="schema.graphql">
            schema.graphql
          </a>
          <a class="btn" href="/graphql">
            GraphiQL
          </a>
        </div>
      </div>
      <div id="try">
        <section class="sheet gql-example" aria-label="Example">
          <pre class="pad" tabIndex={0} aria-label="Document">
            <code>{FIRST_DOCUMENT}</code>
          </pre>
        </section>
      </div>
      <nav class="sheet types-toc" aria-label="Types">
        {types.map(({ name }) => (
          <a key={name} href={`#${name}`}>
            <code>{name}</code>
          </a>
        ))}
      </nav>
      {types.map((type) => (
        <Type key={type.name} type={type} />
      ))}
    </>
  );
}

function Type({ type: { name, kind, description, members } }: { readonly type: TypeEntry }) {
  return (
    <section class="sheet docs-types" id={name} aria-labelledby={`${name}-name`}>
      <header>
        <h2 id={`${name}-name`}>
          <a href={`#${name}`}>{name}</a>
        </h2>
        <p>{kind}</p>
      </header>
      <div class="pad">
        {description && (
          <p>
            <Text text={description} />
          </p>
        )}
        {members.length > 0 && (
          <ul class="types">
            {members.map((member) => (
              <Field key={member.name} of={name} member={member} />
            ))}
          </ul>
        )}
      </div>
    </section>
  );
}

function Field({ of, member }: { readonly of: string; readonly member: Member }) {
  const { name, signature, description, arguments: args, deprecation } = member;
  const id = `${of}.${name}`;
  return (
    <li id={id}>
      <code>
        <a href={`#${id}`}>{name}</a>
        <span class="sig">{signature}</span>
      </code>
      <p>
        <Text text={description} />
        {deprecation && ` Deprecated: ${deprecation}`}
      </p>
      {args.length > 0 && (
        <ul class="args">
          {args.map((arg) => (
            <li key={arg.name}>
              <code>
                {arg.name}
                <span class="sig">{arg.signature}</span>
              </code>{' '}
              <Text text={arg.description} />
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
