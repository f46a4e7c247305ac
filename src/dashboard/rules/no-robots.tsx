type Props = { readonly siteId: string; readonly paste: () => void };

/** In place of everything while no robots.txt is known. */
export function NoRobots({ siteId, paste }: Props) {
  return (
    <section class="sheet">
      <div class="blank">
        <h2>No robots.txt yet</h2>
        <p>
          Paste it, or ask your administrator to run <code>site-traffic robots update --site {siteId}</code>.
          Visits since its first version are checked.
        </p>
        <div class="acts">
          <button class="btn primary" onClick={paste}>
            Paste one
          </button>
        </div>
      </div>
    </section>
  );
}
