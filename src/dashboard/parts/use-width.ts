import { useEffect, useRef, useState } from 'preact/hooks';
import type { RefObject } from 'preact';

/** The width of an element in pixels, 0 until it is laid out. */
export function useWidth<Box extends HTMLElement>(): [RefObject<Box>, number] {
  const box = useRef<Box>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setWidth(element.clientWidth));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [box, width];
}
