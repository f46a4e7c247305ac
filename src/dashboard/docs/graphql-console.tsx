import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { ResponseView } from './response-view.tsx';
import { KeyField } from './key-field.tsx';
import { type Sent, sendRequest } from './send-request.ts';
import { useSites } from './use-sites.ts';

/** Runs a document with a key, or with the session of the reader. */
export function GraphqlConsole({ document: first }: { readonly document: string }) {
  const [site] = useSites();
  const [document, setDocument] = useState(first);
  const [variables, setVariables] = useState('{ "id": "SITE" }');
  const [key, setKey] = useState('');
  const [sent, setSent] = useState<Sent | 'waiting'>();
  const [problem, setProblem] = useState('');

  useEffect(() => {
    if (site) setVariables(JSON.stringify({ id: site.id }));
  }, [site]);

  const onSubmit = async (event: Event) => {
    event.preventDefault();
    const parsed = parse(variables);
    setProblem(parsed === undefined ? 'The variables must be a JSON object, such as {"id": "site_…"}.' : '');
    if (parsed === undefined) return;
    setSent('waiting');
    setSent(await run({ query: document, variables: parsed }, key));
  };

  return (
    <form class="sheet gql" onSubmit={(event) => void onSubmit(event)} aria-label="Try it">
      <div>
        <CodeInput label="Document" rows={12} value={document} onChange={setDocument} />
        <div class="foot">
          <CodeInput label="Variables" rows={2} value={variables} onChange={setVariables} />
          {problem !== '' && <p role="alert">{problem}</p>}
          <KeyField value={key} onChange={setKey} hint={site ? 'your session by default' : ''} />
          <button class="btn primary" disabled={sent === 'waiting'}>
            <Icon name="send" />
            Run<span class="sr"> the document</span>
          </button>
        </div>
      </div>
      <div aria-busy={sent === 'waiting'}>
        {sent !== undefined && sent !== 'waiting' && (
          <ResponseView sent={sent}>
            <Spent sent={sent} />
          </ResponseView>
        )}
      </div>
    </form>
  );
}

type CodeInputProps = {
  readonly label: string;
  readonly rows: number;
  readonly value: string;
  readonly onChange: (value: string) => void;
};

function CodeInput({ label, rows, value, onChange }: CodeInputProps) {
  return (
    <textarea
      aria-label={label}
      spellcheck={false}
      rows={rows}
      value={value}
      onInput={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

function run(request: { readonly query: string; readonly variables: object }, key: string): Promise<Sent> {
  return sendRequest('/graphql', {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      Accept: 'application/json',
      ...(key !== '' && { Authorization: `Bearer ${key.trim()}` }),
    },
    body: JSON.stringify(request),
  });
}

function parse(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json.trim() || '{}');
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

type Costing = {
  readonly extensions?: { readonly cost?: Readonly<Record<string, { readonly requested: number }>> };
};

/** The units that the document has cost, by budget. */
function Spent({ sent }: { readonly sent: Sent }) {
  if (sent.kind !== 'answer' || sent.isCut) return null;
  const { extensions } = (parse(sent.text) ?? {}) as Costing;
  const costs = Object.entries(extensions?.cost ?? {}).map(
    ([budget, { requested }]) => `${budget} ${requested}`,
  );
  return costs.length > 0 ? <span>spent: {costs.join(', ')}</span> : null;
}
