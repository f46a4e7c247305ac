import type { ComponentChildren } from 'preact';
import { SearchField } from '../parts/search-field.tsx';
import type { Typing } from './use-typing.ts';

type Props = {
  readonly typing: Typing;
  readonly class: string;
  /** Other filters of the list. */
  readonly children?: ComponentChildren;
};

/** Searches in the paths of a list of pages. */
export function SearchForm({ typing, class: own, children }: Props) {
  const onSubmit = (event: Event) => {
    event.preventDefault();
    typing.enter();
  };
  return (
    <form class={`filters ${own}`} role="search" aria-label="Pages" onSubmit={onSubmit}>
      <SearchField label="Search in paths" text={typing.text} type={typing.type} leave={typing.pause} />
      {children}
    </form>
  );
}
