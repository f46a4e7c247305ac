import type { ComponentChildren } from 'preact';
import { Icon, type IconName } from '../../parts/icon.tsx';
import type { DocsOperation } from '../operation.ts';
import type { GuideGroup } from './guides.ts';
import { ERRORS, GRAPHQL, HEADERS, REST, pathOfOperation } from './operations.ts';

export type NavigationProps = {
  readonly groups: readonly GuideGroup[];
  readonly operations: readonly DocsOperation[];
  /** The address of the page that has it. */
  readonly path: string;
};

/** Leads to all pages. Of the pages and the operations it shows those among which the reader is. */
export function Navigation({ groups, operations, path }: NavigationProps) {
  const isGuide =
    path === '/docs' || groups.some(({ guides }) => guides.some((guide) => guide.path === path));
  const isRest = !isGuide && path.startsWith('/docs/rest/');
  return (
    <nav aria-label="Main">
      <ul>
        <NavLink href="/" icon="sites" name="Dashboard" path={path} />
      </ul>
      <h2 id="documentation">Documentation</h2>
      <ul aria-labelledby="documentation">
        <NavLink href="/docs" icon="pages" name="Guides" path={path}>
          {isGuide && <Guides groups={groups} path={path} />}
        </NavLink>
        <NavLink href={REST} icon="reference" name="REST reference" path={path}>
          {isRest && <Operations operations={operations} path={path} />}
        </NavLink>
        <NavLink href={GRAPHQL} icon="reference" name="GraphQL schema" path={path} />
      </ul>
    </nav>
  );
}

type NavLinkProps = {
  readonly href: string;
  readonly icon: IconName;
  readonly name: string;
  readonly path: string;
  readonly children?: ComponentChildren;
};

function NavLink({ href, icon, name, path, children }: NavLinkProps) {
  return (
    <li>
      <a href={href} aria-current={currentIf(href, path)}>
        <Icon name={icon} />
        <span>{name}</span>
      </a>
      {children}
    </li>
  );
}

type GuidesProps = Pick<NavigationProps, 'groups' | 'path'>;

/** The guides on a narrow screen, where the navigation has no room for them. */
export function GuidesMenu(props: GuidesProps) {
  return (
    <details class="toc-m">
      <summary>All guides</summary>
      <Guides {...props} />
    </details>
  );
}

function Guides({ groups, path }: GuidesProps) {
  return (
    <div class="guides">
      {groups.map(({ name, guides }) => (
        <section key={name} aria-label={name}>
          <h3>{name}</h3>
          <ul class="sub">
            {guides.map((guide) => (
              <li key={guide.path}>
                <a href={guide.path} aria-current={currentIf(guide.path, path)}>
                  {guide.title}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}

type OperationsProps = Pick<NavigationProps, 'operations' | 'path'>;

/** The operations on a narrow screen, where the navigation has no room for them. */
export function OperationsMenu(props: OperationsProps) {
  return (
    <details class="toc-m">
      <summary>Operations</summary>
      <Operations {...props} />
    </details>
  );
}

function Operations({ operations, path }: OperationsProps) {
  const parts = [
    [ERRORS, 'Errors'],
    [HEADERS, 'Headers and rate limits'],
  ] as const;
  return (
    <ul class="sub" aria-label="Operations">
      {operations.map((operation) => (
        <li key={operation.slug}>
          <a href={pathOfOperation(operation)} aria-current={currentIf(pathOfOperation(operation), path)}>
            <span class="verb">{operation.method}</span>
            {nameOf(operation)}
          </a>
        </li>
      ))}
      {parts.map(([href, name]) => (
        <li key={href}>
          <a href={href} aria-current={currentIf(href, path)}>
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}

/** Its name in short. */
function nameOf({ slug }: DocsOperation): string {
  return slug.slice(0, 1).toUpperCase() + slug.slice(1);
}

function currentIf(href: string, path: string): 'page' | undefined {
  return href === path ? 'page' : undefined;
}
