/** In place of the sheets of a site that has no event yet. */
export function Untouched() {
  return (
    <section class="sheet">
      <div class="blank">
        <h2>Nobody has come by yet</h2>
        <p>
          Bots run no JavaScript, so there is no snippet to paste. Import your access log with{' '}
          <code>site-traffic logs import</code>, or follow it with <code>site-traffic logs follow</code>.
          README.md shows how, and what the collector and the middleware do.
        </p>
      </div>
    </section>
  );
}
