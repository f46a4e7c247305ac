/** In place of everything while no list of pages is known. */
export function NoSitemap({ siteId }: { readonly siteId: string }) {
  return (
    <section class="sheet">
      <div class="blank">
        <h2>No sitemap yet</h2>
        <p>
          Ask your administrator to run <code>site-traffic sitemap update --site {siteId}</code> once a day.
          This page then shows what no bot reads.
        </p>
      </div>
    </section>
  );
}
