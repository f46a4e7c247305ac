import { Virtualizer, observeWindowOffset, observeWindowRect, windowScroll } from '@tanstack/virtual-core';
import type { RefObject } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';

const OVERSCAN_ROWS = 12;

export type Shown = {
  /** The rows that are in the document. */
  readonly indexes: readonly number[];
  readonly pxBefore: number;
  readonly pxAfter: number;
};

type Given = {
  readonly table: RefObject<HTMLElement>;
  readonly count: number;
  readonly heightOf: (index: number) => number;
  /** What the heights depend on. */
  readonly layout: readonly unknown[];
};

/** Which rows of a long table are near enough to the window of the browser to be in the document. */
export function useWindow({ table, count, heightOf, layout }: Given): Shown {
  const [, setRound] = useState(0);
  const [scrollMargin, setScrollMargin] = useState(0);
  const options = {
    count,
    estimateSize: heightOf,
    scrollMargin,
    overscan: OVERSCAN_ROWS,
    getScrollElement: () => window,
    observeElementRect: observeWindowRect,
    observeElementOffset: observeWindowOffset,
    scrollToFn: windowScroll,
    initialOffset: () => scrollY,
    onChange: () => setRound((last) => last + 1),
  };
  const [virtualizer] = useState(() => new Virtualizer<Window, HTMLElement>(options));
  virtualizer.setOptions(options);
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => {
    virtualizer._willUpdate();
    if (table.current) setScrollMargin(table.current.getBoundingClientRect().top + scrollY);
  });
  useLayoutEffect(() => virtualizer.measure(), layout);

  const items = virtualizer.getVirtualItems();
  const end = items.at(-1)?.end ?? scrollMargin;
  return {
    indexes: items.map(({ index }) => index),
    pxBefore: (items[0]?.start ?? scrollMargin) - scrollMargin,
    pxAfter: Math.max(0, virtualizer.getTotalSize() + scrollMargin - end),
  };
}
