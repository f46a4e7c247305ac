/** Our own icons, 16 px, drawn in the colour of the text. */
export function Icon({ name, class: className }: { readonly name: IconName; readonly class?: string }) {
  return (
    <svg
      class={className}
      width="16"
      height="16"
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      stroke-width="1.5"
      stroke-linecap="round"
      stroke-linejoin="round"
      aria-hidden="true"
    >
      {ICONS[name]}
    </svg>
  );
}

export type IconName = keyof typeof ICONS;

const ICONS = {
  overview: (
    <>
      <path d="M2 12.5h12" />
      <path d="M2.5 9.5 6 6l2.5 2.5L13.5 3" />
    </>
  ),
  events: (
    <>
      <path d="M5.5 4h8M5.5 8h8M5.5 12h8" />
      <path d="M2.4 4h.2M2.4 8h.2M2.4 12h.2" stroke-width="2" />
    </>
  ),
  bots: (
    <>
      <rect x="2.5" y="5.5" width="11" height="8" rx="2" />
      <path d="M8 5.5V2.6M6 9v1M10 9v1" />
    </>
  ),
  sites: (
    <>
      <rect x="2" y="3" width="12" height="10" rx="1.5" />
      <path d="M2 6.2h12M4.3 4.6h.1" />
    </>
  ),
  calendar: (
    <>
      <rect x="2.2" y="3.2" width="11.6" height="10.6" rx="1.6" />
      <path d="M2.2 6.6h11.6M5.2 1.8v2.6M10.8 1.8v2.6" />
    </>
  ),
  compare: (
    <>
      <path d="M2.4 11.2 5.8 6l3 3.4 4.8-6.2" />
      <path d="M2.4 13.6h11.2" stroke-dasharray="1.6 2.4" />
    </>
  ),
  down: (
    <>
      <path d="m4.5 6.2 3.5 3.5 3.5-3.5" />
    </>
  ),
  updown: (
    <>
      <path d="m5 6.3 3-3 3 3M5 9.7l3 3 3-3" />
    </>
  ),
  tick: (
    <>
      <path d="m3 8.5 3.2 3.2L13 4.8" />
    </>
  ),
  theme: (
    <>
      <path d="M13.2 9.4A5.6 5.6 0 0 1 6.6 2.8a5.6 5.6 0 1 0 6.6 6.6z" />
    </>
  ),
  person: (
    <>
      <circle cx="8" cy="5.6" r="2.6" />
      <path d="M2.8 13.6c.6-2.6 2.6-3.9 5.2-3.9s4.6 1.3 5.2 3.9" />
    </>
  ),
  warning: (
    <>
      <path d="M8 2.2 14.4 13.4H1.6z" />
      <path d="M8 6.6v3M8 11.6v.1" />
    </>
  ),
  info: (
    <>
      <circle cx="8" cy="8" r="6" />
      <path d="M8 7.3v3.6M8 5v.1" />
    </>
  ),
  go: <path d="M3.2 8h9.6M9 4.2 12.8 8 9 11.8" />,
  settings: (
    <>
      <path d="M2 4.5h6M12 4.5h2M2 11.5h2M8 11.5h6" />
      <circle cx="10" cy="4.5" r="1.9" />
      <circle cx="6" cy="11.5" r="1.9" />
    </>
  ),
  alerts: (
    <>
      <path d="M8 1.8 14.2 8 8 14.2 1.8 8z" />
      <path d="M8 5.4v3.2M8 10.7v.1" />
    </>
  ),
  note: <path d="M2.4 3h11.2v7.4H8.4L5.2 13.4v-3H2.4z" />,
  plus: <path d="M8 3v10M3 8h10" />,
  share: (
    <>
      <path d="M8 10V2.4M5.2 5 8 2.2 10.8 5" />
      <path d="M5 7.4H3.2v6h9.6v-6H11" />
    </>
  ),
  download: <path d="M8 2.6v8M4.6 7.6 8 11l3.4-3.4M2.6 13.4h10.8" />,
  copy: (
    <>
      <rect x="5.4" y="5.4" width="8.2" height="8.2" rx="1.4" />
      <path d="M10.6 2.6H4A1.6 1.6 0 0 0 2.4 4.2v6.4" />
    </>
  ),
  more: <path d="M3.5 8h.1M8 8h.1M12.5 8h.1" stroke-width="2.2" />,
  pages: (
    <>
      <path d="M5 2.5h5L13 5.6v6.9H5z" />
      <path d="M3 5v9h7M7.4 7.4h3.2M7.4 9.8h3.2" />
    </>
  ),
  search: (
    <>
      <circle cx="7" cy="7" r="4.4" />
      <path d="m10.4 10.4 3.2 3.2" />
    </>
  ),
  reference: (
    <>
      <path d="M3 2.5h6.2L13 6.3v7.2H3z" />
      <path d="M9 2.7v3.8h3.8M5.4 9.2h5M5.4 11.4h3" />
    </>
  ),
  send: <path d="M5 3.2v9.6l7.4-4.8z" />,
  leave: (
    <>
      <path d="M9.5 2.8H3.4v10.4h6.1" />
      <path d="M6.5 8h7M11 5.4 13.6 8 11 10.6" />
    </>
  ),
};
