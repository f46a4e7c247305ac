import { useLocation } from 'preact-iso';
import { addSitePath } from '../links.ts';
import { Icon } from '../parts/icon.tsx';

/** The beginning of another site. Its domain goes on to the settings, where sites are added. */
export function AddSite() {
  const { route } = useLocation();
  const onSubmit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!(event.currentTarget instanceof HTMLFormElement)) return;
    const domain = new FormData(event.currentTarget).get('domain');
    route(addSitePath(typeof domain === 'string' ? domain : ''));
  };
  return (
    <form class="slot" aria-labelledby="add-site" onSubmit={onSubmit}>
      <div>
        <h2 id="add-site">Add a site</h2>
        <p class="hint">Its name can be changed later, its domain cannot.</p>
      </div>
      <label>
        <span class="sr">Domain</span>
        <input
          class="input"
          name="domain"
          placeholder="shop.example.org"
          autocomplete="off"
          autocapitalize="none"
          spellcheck={false}
        />
      </label>
      <button class="btn">
        <Icon name="plus" />
        Add
      </button>
    </form>
  );
}
