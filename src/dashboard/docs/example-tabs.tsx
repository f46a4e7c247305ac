import { useRef, useState } from 'preact/hooks';
import { CopyButton, useCopy } from '../parts/copy.tsx';
import { type ExampleCall, LANGUAGES, type Language, exampleOf } from './examples.ts';

/** The call in each language, one at a time. */
export function ExampleTabs({ call }: { readonly call: ExampleCall }) {
  const [chosen, setChosen] = useState<Language>('curl');
  const list = useRef<HTMLDivElement>(null);
  const languages = LANGUAGES.filter((language) => exampleOf(language, call) !== undefined);
  const text = exampleOf(chosen, call) ?? '';
  const { code, ...copying } = useCopy(text);
  const onKeyDown = ({ key }: KeyboardEvent) => {
    const at = languages.indexOf(chosen);
    const next = {
      ArrowRight: languages.at((at + 1) % languages.length),
      ArrowLeft: languages.at(at - 1),
      Home: languages[0],
      End: languages.at(-1),
    }[key];
    if (!next) return;
    setChosen(next);
    list.current?.querySelector<HTMLElement>(`#tab-${next}`)?.focus();
  };
  return (
    <div class="code">
      <header>
        <div class="tabs" role="tablist" aria-label="Language" ref={list}>
          {languages.map((language) => (
            <button
              key={language}
              type="button"
              role="tab"
              id={`tab-${language}`}
              aria-controls="example"
              aria-selected={language === chosen}
              tabIndex={language === chosen ? 0 : -1}
              onClick={() => setChosen(language)}
              onKeyDown={onKeyDown}
            >
              {language}
            </button>
          ))}
        </div>
        <CopyButton {...copying} />
      </header>
      <div role="tabpanel" id="example" aria-labelledby={`tab-${chosen}`}>
        <pre tabIndex={0}>
          <code ref={code}>{text}</code>
        </pre>
      </div>
    </div>
  );
}
