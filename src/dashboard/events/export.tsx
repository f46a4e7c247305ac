import { Icon } from '../parts/icon.tsx';

/** The filters of the events shown; one that is left out does not filter. */
type Filters = Readonly<Partial<Record<(typeof FILTERS)[number], string | undefined>>>;

const FILTERS = ['start', 'end', 'type', 'bot', 'page'] as const;

type Props = { readonly siteId: string; readonly search: Filters };

const FILES = [
  { name: 'CSV', ending: 'csv', note: 'for spreadsheets' },
  { name: 'NDJSON', ending: 'ndjson', note: 'as the API writes them' },
] as const;

/** The events shown, as files. The links are plain: the browser sends the session, and shows what it has loaded. */
export function Export({ siteId, search }: Props) {
  return (
    <>
      <button class="btn" popovertarget="export">
        <Icon name="download" />
        <span class="lbl">Export</span>
        <span class="sr"> these events</span>
        <Icon name="down" class="chev" />
      </button>
      <div popover="auto" id="export" class="menu left">
        <ul>
          {FILES.map(({ name, ending, note }) => (
            <li key={ending}>
              <a
                href={pathOf(siteId, ending, search)}
                download
                onClick={() => document.getElementById('export')?.hidePopover()}
              >
                <span>
                  {name}
                  <small>{note}</small>
                </span>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

function pathOf(siteId: string, ending: string, search: Filters): string {
  const query = new URLSearchParams();
  for (const name of FILTERS) if (search[name]) query.set(name, search[name]);
  return `/export/sites/${encodeURIComponent(siteId)}/events.${ending}?${query.toString()}`;
}
