import { useState } from 'preact/hooks';
import { Icon } from '../parts/icon.tsx';
import { ResponseView } from './response-view.tsx';
import { type ExampleCall, pathOf, requiredValues, valuesIn } from './examples.ts';
import { ExampleTabs } from './example-tabs.tsx';
import { KeyField } from './key-field.tsx';
import type { DocsOperation, ParameterField } from './operation.ts';
import { type Sent, sendRequest } from './send-request.ts';
import { type SiteChoice, useSites } from './use-sites.ts';

/** Sends the call that the form describes, and shows it in several languages. */
export function RestConsole({ operation }: { readonly operation: DocsOperation }) {
  const sites = useSites();
  const [typed, setTyped] = useState(requiredValues(operation));
  const [key, setKey] = useState('');
  const [body, setBody] = useState(operation.bodyExample);
  const [sent, setSent] = useState<Sent | 'waiting'>();
  const [site] = sites;
  const values: ExampleCall['values'] = { ...(site && { siteId: site.id }), ...typed };
  const call: ExampleCall = { operation, origin: location.origin, values, body };

  const onSubmit = async (event: Event) => {
    event.preventDefault();
    setSent('waiting');
    setSent(await sendCall(call, key));
  };

  return (
    <>
      <div class="sheet">
        <header>
          <h2>Try it</h2>
          <p>On this server</p>
        </header>
        <form onSubmit={(event) => void onSubmit(event)} aria-busy={sent === 'waiting'}>
          <KeyField value={key} onChange={setKey} hint={operation.method === 'GET' ? 'reads' : 'collects'} />
          {operation.parameters.map((parameter) => (
            <ParameterInput
              key={parameter.name}
              parameter={parameter}
              sites={sites}
              value={values[parameter.name] ?? ''}
              onChange={(value) => setTyped({ ...typed, [parameter.name]: value })}
            />
          ))}
          {operation.bodyExample !== '' && <BodyInput value={body} onChange={setBody} />}
          <button class="btn primary" disabled={sent === 'waiting'}>
            <Icon name="send" />
            Send
          </button>
        </form>
      </div>
      <ExampleTabs call={call} />
      {sent !== undefined && sent !== 'waiting' && (
        <ResponseView sent={sent}>
          <Remaining sent={sent} />
        </ResponseView>
      )}
    </>
  );
}

type BodyInputProps = { readonly value: string; readonly onChange: (value: string) => void };

function BodyInput({ value, onChange }: BodyInputProps) {
  return (
    <label class="field-row wide">
      <span>Body</span>
      <textarea
        class="input"
        rows={7}
        spellcheck={false}
        value={value}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </label>
  );
}

function sendCall(call: ExampleCall, key: string): Promise<Sent> {
  const { operation, body } = call;
  const query = new URLSearchParams(Object.fromEntries(valuesIn(call, 'query'))).toString();
  // Content-Encoding says how a body was packed, and this one is not.
  const given = valuesIn(call, 'header').filter(([name]) => name !== 'Content-Encoding');
  return sendRequest(pathOf(call, '') + (query && `?${query}`), {
    method: operation.method,
    headers: {
      ...Object.fromEntries(given),
      ...(key !== '' && { Authorization: `Bearer ${key.trim()}` }),
      ...(body !== '' && { 'Content-Type': 'application/json' }),
    },
    // REST knows no sessions
    credentials: 'omit',
    ...(body !== '' && { body }),
  });
}

function Remaining({ sent }: { readonly sent: Sent }) {
  if (sent.kind !== 'answer') return null;
  const [remaining, limit] = ['Remaining', 'Limit'].map((what) => sent.headers.get(`X-RateLimit-${what}`));
  if (!remaining || !limit) return null;
  return (
    <span>
      {remaining} of {limit} left
    </span>
  );
}

type InputProps = {
  readonly parameter: ParameterField;
  readonly sites: readonly SiteChoice[];
  readonly value: string;
  readonly onChange: (value: string) => void;
};

function ParameterInput({ parameter: { name, type, required }, sites, value, onChange }: InputProps) {
  const options: readonly SiteChoice[] =
    name === 'siteId' ? sites : [...type.matchAll(/"([\w-]+)"/g)].map(([, id = '']) => ({ id, name: id }));
  return (
    <label class="field-row">
      <code>{name}</code>
      {options.length > 0 ? (
        <select class="input" value={value} onChange={({ currentTarget }) => onChange(currentTarget.value)}>
          {!required && <option value="" />}
          {options.map((option) => (
            <option key={option.id} value={option.id}>
              {option.name}
            </option>
          ))}
        </select>
      ) : (
        <input
          class="input"
          spellcheck={false}
          value={value}
          placeholder={type === 'date' ? 'YYYY-MM-DD' : ''}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )}
    </label>
  );
}
