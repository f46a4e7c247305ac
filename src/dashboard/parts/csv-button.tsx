import { type ComponentChildren, createContext } from 'preact';
import { type MutableRef, useContext, useRef, useState } from 'preact/hooks';

/** Makes the file of a table. The code for it is loaded then. */
type MakeFile = () => Promise<string>;

/** Where the table within says how its file is made. */
export const TableFile = createContext<MutableRef<MakeFile | undefined> | undefined>(undefined);

/** What the tables within are about: the names of their files have it. */
export const ShownOf = createContext<{
  /** Undefined if they are about several sites. */
  readonly domain?: string | undefined;
  readonly start?: string;
  readonly end?: string;
}>({});

/** What has one table, and a button for its rows as a file. */
export function WithCsv({ children }: { readonly children: ComponentChildren }) {
  const file = useRef<MakeFile>();
  return <TableFile.Provider value={file}>{children}</TableFile.Provider>;
}

type Props = {
  /** What the table shows: `Who takes, who sends`. */
  readonly title: string;
  readonly isDisabled?: boolean;
};

/** Saves the rows of the table that is beside it in `WithCsv`. */
export function CsvButton({ title, isDisabled = false }: Props) {
  const file = useContext(TableFile);
  const { domain, start, end } = useContext(ShownOf);
  const [hasFailed, setHasFailed] = useState(false);
  const save = async () => {
    try {
      const [{ saveCsv }, text] = await Promise.all([import('./csv.ts'), file?.current?.()]);
      if (text !== undefined) saveCsv([domain, slugOf(title), start, end].filter(Boolean).join('-'), text);
      setHasFailed(false);
    } catch {
      setHasFailed(true);
    }
  };
  return (
    <button
      type="button"
      class="btn quiet small csv"
      title={hasFailed ? undefined : 'These rows, for spreadsheets'}
      disabled={isDisabled}
      onClick={() => void save()}
    >
      CSV
      <span class="sr"> of {title}</span>
      {hasFailed && <span role="alert"> did not load</span>}
    </button>
  );
}

/** `who-takes-who-sends`. */
const slugOf = (title: string) =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
