export function Brand({ href = '/' }: { readonly href?: string }) {
  return (
    <a class="brand" href={href} aria-label="Site Traffic, all sites">
      <Logo />
    </a>
  );
}

/** The brand for those who have no sites here. */
export function PlainBrand() {
  return (
    <p class="brand">
      <Logo />
    </p>
  );
}

function Logo() {
  return (
    <>
      <svg viewBox="0 0 22 22" aria-hidden="true">
        <rect width="22" height="22" rx="6" fill="var(--ink)" />
        <path d="M4.6 8.1h8.2" stroke="var(--on-ink)" stroke-width="2.4" />
        <rect x="13.2" y="5.6" width="4.6" height="5" rx=".9" fill="var(--on-ink)" />
        <path d="M4.4 14.3h6.4" stroke="var(--on-ink)" stroke-width="2.4" opacity=".62" />
        <path d="M11.6 11.5l6 2.8-6 2.8z" fill="var(--on-ink)" opacity=".62" />
      </svg>
      <span>Site Traffic</span>
    </>
  );
}
