import { introspectionFromSchema } from 'graphql';
import { schema } from './schema.ts';

const DEFAULT_QUERY = `# Press the button. If you are not signed in,
# put your API key below first.

query Sites {
  sites {
    id
    domain
    eventsThisMonth
    stats {
      totals {
        botVisits
        referrals
        conversions
      }
    }
  }
}
`;

/** A comment, so that the session of a signed-in owner counts: a request with a key is the key's. */
const DEFAULT_HEADERS = `{
  // "Authorization": "Bearer <API_KEY>"
}`;

/** The schema is part of the page: asking the endpoint for it needs a key, which nobody has typed yet. */
function options() {
  const { __schema } = introspectionFromSchema(schema);
  return {
    title: 'Site Traffic Analytics',
    endpoint: '/graphql',
    schema: { __schema },
    defaultQuery: DEFAULT_QUERY,
    headers: DEFAULT_HEADERS,
    defaultEditorToolsVisibility: 'headers',
    // a key stays in the tab it was typed into
    shouldPersistHeaders: false,
  };
}

/**
 * The script that starts GraphiQL. GraphiQL remembers its tabs and opens a further one, unless what it starts with is
 * in one of them. So it starts with what was shown last, or with the query of a link.
 *
 * GraphiQL's editor knows no nonce, so the style elements that scripts make get the one of the page's style sheet. Those
 * that come as HTML get none.
 */
export function startScript(workers: Readonly<Record<string, string>>): string {
  return `
const workers = ${JSON.stringify(workers)};
self.MonacoEnvironment = { getWorkerUrl: (_, label) => workers[label] };

const { nonce } = document.querySelector('link[rel="stylesheet"]');
const createElement = document.createElement.bind(document);
document.createElement = (...given) => {
  const element = createElement(...given);
  if (element.localName === 'style') element.nonce = nonce;
  return element;
};

function lastTab() {
  try {
    const { tabs, activeTabIndex } = JSON.parse(localStorage.getItem('graphiql:tabState'));
    return tabs[activeTabIndex];
  } catch {
    return undefined;
  }
}

const linked = new URLSearchParams(location.search).get('query');
const last = lastTab();
const shown = linked !== null && linked !== last?.query ? { query: linked } : last;
YogaGraphiQL.renderYogaGraphiQL(document.getElementById('root'), {
  ...${JSON.stringify(options())},
  ...(shown && { query: shown.query ?? '', variables: shown.variables ?? '' }),
});
`;
}
