import { LANGUAGES, exampleOf, requiredValues } from '../examples.ts';
import type { DocsField } from '../operation.ts';
import { OperationsMenu } from './docs-navigation.tsx';
import type { DocsOperation } from '../operation.ts';
import { ERRORS, HEADERS } from './operations.ts';
import { DocsEntry, Text } from './text.tsx';

/** Where `npm start` serves; the script of the page puts in where it was loaded from. */
const ORIGIN = 'http://127.0.0.1:4000';

type Props = {
  readonly operation: DocsOperation;
  readonly operations: readonly DocsOperation[];
  readonly path: string;
};

/** The reference of an operation, with examples. */
export function RestPage({ operation, operations, path }: Props) {
  const { body, bodyNote, answer, answerExample } = operation;
  return (
    <div class="docs">
      <article>
        <OperationsMenu operations={operations} path={path} />
        <h1>{operation.title}</h1>
        <OperationPath operation={operation} />
        <p>
          <Text text={operation.description} />
        </p>
        <Parameters operation={operation} />
        {body.length > 0 && <Fields title="Body" prefix="body." note={bodyNote} fields={body} />}
        <Fields title="Answer" prefix="answer." note="" fields={answer} />
        {answerExample !== '' && (
          <div class="code">
            <pre tabIndex={0} aria-label="An answer">
              <code>{answerExample}</code>
            </pre>
          </div>
        )}
        <Refusals operation={operation} />
        <h2>Headers of the answer</h2>
        <p>
          <Links names={operation.headers} page={HEADERS} />
        </p>
      </article>
      <aside class="try" id="try" aria-label="Examples">
        <Examples operation={operation} />
      </aside>
    </div>
  );
}

type OfOperation = Pick<Props, 'operation'>;

function Parameters({ operation: { parameters } }: OfOperation) {
  if (parameters.length === 0) return null;
  return (
    <>
      <h2>Parameters</h2>
      <ul class="params">
        {parameters.map(({ name, place, type, required, description }) => (
          <DocsEntry
            key={name}
            id={name}
            name={name}
            note={`${place}, ${type}, ${required ? 'required' : 'optional'}`}
          >
            <Text text={description} />
          </DocsEntry>
        ))}
      </ul>
    </>
  );
}

function Refusals({ operation: { refusals } }: OfOperation) {
  return (
    <>
      <h2>Refusals</h2>
      <ul class="params">
        {refusals.map(({ status, codes }) => (
          <DocsEntry key={status} name={status}>
            <Links names={codes.map(({ code }) => code)} page={ERRORS} />
          </DocsEntry>
        ))}
      </ul>
    </>
  );
}

type LinksProps = { readonly names: readonly string[]; readonly page: string };

/** Names that a page explains, each with an anchor of its name. */
function Links({ names, page }: LinksProps) {
  return (
    <>
      {names.map((name, index) => (
        <>
          {index > 0 && ', '}
          <a href={`${page}#${name}`}>
            <code>{name}</code>
          </a>
        </>
      ))}
    </>
  );
}

export function OperationPath({ operation: { method, path } }: OfOperation) {
  return (
    // eslint-disable-next-line jsx-a11y-x/no-noninteractive-tabindex -- it scrolls
    <div class="path" tabIndex={0} role="group" aria-label="Route">
      <b>{method}</b>
      <code>
        {path.split(/(\{\w+\})/).map((part) => (part.startsWith('{') ? <i key={part}>{part}</i> : part))}
      </code>
    </div>
  );
}

type FieldsProps = {
  readonly title: string;
  /** Keeps its anchors apart from those of the parameters. */
  readonly prefix: string;
  readonly note: string;
  readonly fields: readonly DocsField[];
};

function Fields({ title, prefix, note, fields }: FieldsProps) {
  return (
    <>
      <h2>{title}</h2>
      {note && <p>{note}</p>}
      <ul class="params">
        {fields.map(({ name, type, required, description }) => (
          <DocsEntry key={name} id={prefix + name} name={name} note={required ? type : `${type}, optional`}>
            <Text text={description} />
          </DocsEntry>
        ))}
      </ul>
    </>
  );
}

/** All languages below each other, for readers without scripts. */
function Examples({ operation }: OfOperation) {
  const values = requiredValues(operation);
  const call = { operation, origin: ORIGIN, values, body: operation.bodyExample };
  return (
    <>
      {LANGUAGES.map((language) => {
        const text = exampleOf(language, call);
        return (
          text !== undefined && (
            <section class="code" key={language} aria-label={language}>
              <header>
                <h2>{language}</h2>
              </header>
              <pre tabIndex={0} aria-label={`Example in ${language}`}>
                <code>{text}</code>
              </pre>
            </section>
          )
        );
      })}
    </>
  );
}
