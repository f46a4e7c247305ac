import { useEffect, useState } from 'preact/hooks';

/** How many events go on paper at most: about thirty sheets. */
export const MOST_PRINTED = 1000;

/** Whether the page is laid out for paper at the moment. */
export function usePrinting(): boolean {
  const [isPrinting, setPrinting] = useState(false);
  useEffect(() => {
    const paper = matchMedia('print');
    const onChange = () => setPrinting(paper.matches);
    const begin = () => setPrinting(true);
    const end = () => setPrinting(false);
    paper.addEventListener('change', onChange);
    addEventListener('beforeprint', begin);
    addEventListener('afterprint', end);
    return () => {
      paper.removeEventListener('change', onChange);
      removeEventListener('beforeprint', begin);
      removeEventListener('afterprint', end);
    };
  }, []);
  return isPrinting;
}
