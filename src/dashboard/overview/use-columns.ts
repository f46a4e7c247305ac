import { useEffect, useState } from 'preact/hooks';
import type { Columns } from './rows.ts';

/** As the styles have them. */
const TWO = '(min-width: 860px)';
const THREE = '(min-width: 1700px)';

const columnsNow = (): Columns => {
  if (matchMedia(THREE).matches) return 3;
  return matchMedia(TWO).matches ? 2 : 1;
};

/** How many columns of sheets the window has room for. */
export function useColumns(): Columns {
  const [columns, setColumns] = useState(columnsNow);
  useEffect(() => {
    const lists = [TWO, THREE].map((query) => matchMedia(query));
    const read = () => setColumns(columnsNow());
    read();
    for (const list of lists) list.addEventListener('change', read);
    return () => {
      for (const list of lists) list.removeEventListener('change', read);
    };
  }, []);
  return columns;
}
