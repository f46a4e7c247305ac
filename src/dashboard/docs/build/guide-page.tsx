import { Fragment } from 'preact';
import { GuidesMenu } from './docs-navigation.tsx';
import type { GuideGroup, Question, RenderedGuide } from './guides.ts';
import type { Heading } from './markdown.ts';
import { Text } from './text.tsx';

type Props = { readonly guide: RenderedGuide; readonly groups: readonly GuideGroup[] };

/** A page of `docs/` beside its contents. */
export function GuidePage({ guide: { html, headings, path }, groups }: Props) {
  const sections = headings.filter(({ depth }) => depth === 2 || depth === 3);
  return (
    <div class="docs guide-page">
      <article>
        <GuidesMenu groups={groups} path={path} />
        {sections.length > 1 && (
          <details class="toc-m">
            <summary>On this page</summary>
            <Contents sections={sections} />
          </details>
        )}
        <div class="guide" dangerouslySetInnerHTML={{ __html: html }} />
      </article>
      {sections.length > 1 && (
        <nav class="toc" aria-labelledby="contents">
          <h2 id="contents">On this page</h2>
          <Contents sections={sections} />
        </nav>
      )}
    </div>
  );
}

function Contents({ sections }: { readonly sections: readonly Heading[] }) {
  return (
    <ul>
      {sections.map(({ id, text, depth }) => (
        <li key={id} class={depth === 3 ? 'deep' : undefined}>
          <a href={`#${id}`}>{text}</a>
        </li>
      ))}
    </ul>
  );
}

type HomeProps = Pick<Props, 'groups'> & { readonly questions: readonly Question[] };

/** The first page: all pages, in groups, the reference of the APIs, and what is often asked. */
export function DocsHome({ groups, questions }: HomeProps) {
  return (
    <article class="docs-home">
      <h1>Documentation</h1>
      <div class="groups">
        {groups.map(({ name, guides }) => (
          <section key={name} aria-label={name}>
            <h2>{name}</h2>
            <ul class="params">
              {guides.map(({ title, about, path }) => (
                <HomeEntry key={path} href={path} title={title} about={about} />
              ))}
            </ul>
          </section>
        ))}
        <section aria-label="Reference of the APIs">
          <h2>Reference of the APIs</h2>
          <ul class="params">
            {REFERENCE.map(([href, title, about]) => (
              <HomeEntry key={href} href={href} title={title} about={about} />
            ))}
          </ul>
        </section>
        <section aria-label="Often asked">
          <h2>Often asked</h2>
          <ul class="params">
            {questions.map(({ text, answers }) => (
              <li key={text}>
                <div>
                  {answers.map(({ title, address }, index) => (
                    <Fragment key={address}>
                      {index > 0 && ', '}
                      <a href={address}>{title}</a>
                    </Fragment>
                  ))}
                </div>
                <p>
                  <Text text={text} />
                </p>
              </li>
            ))}
          </ul>
        </section>
      </div>
    </article>
  );
}

const REFERENCE = [
  [
    '/docs/rest/operations',
    'REST and collector',
    'Every operation, with examples in four languages and a form that sends them.',
  ],
  ['/docs/rest/errors', 'Errors', 'Every code, and what to do about it.'],
  ['/docs/rest/headers', 'Headers and rate limits', 'What the headers of an answer say.'],
  ['/docs/graphql/schema', 'GraphQL', 'Every type and field of the schema, and a console.'],
] as const;

type EntryProps = { readonly href: string; readonly title: string; readonly about: string };

function HomeEntry({ href, title, about }: EntryProps) {
  return (
    <li>
      <div>
        <a href={href}>{title}</a>
      </div>
      <p>
        <Text text={about} />
      </p>
    </li>
  );
}
