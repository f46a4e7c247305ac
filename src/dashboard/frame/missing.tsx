import { Frame } from './frame.tsx';

export function Missing() {
  return (
    <Frame title="No such page">
      <section class="sheet">
        <div class="blank">
          <h1>There is no such page</h1>
          <p>The address may be incomplete.</p>
          <div class="acts">
            <a class="btn primary" href="/">
              Go to your sites
            </a>
          </div>
        </div>
      </section>
    </Frame>
  );
}
