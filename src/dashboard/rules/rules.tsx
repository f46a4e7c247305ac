import { useRoute } from 'preact-iso';
import { useState } from 'preact/hooks';
import { divide, ofOwnSheet } from '../answers/divide.ts';
import { Frame } from '../frame/frame.tsx';
import { NoSite, isNoSite } from '../frame/missing.tsx';
import { PagesHead, PagesTabs } from '../pages/tabs.tsx';
import { ShownOf } from '../parts/csv-button.tsx';
import { ProblemNote } from '../parts/note.tsx';
import { RefusedParts } from '../parts/refused.tsx';
import { useSignInFirst } from '../sign-in/use-sign-in-first.ts';
import type { Day } from '../time/days.ts';
import { formatView } from '../time/range.ts';
import { RangePicker } from '../time/range-picker.tsx';
import { useViewIn } from '../time/use-view.ts';
import { wordsOfShown } from '../time/words-of-shown.ts';
import { BrokenRulesSheet } from './broken-rules.tsx';
import { DIFF_ID, DiffSheet } from './diff-sheet.tsx';
import { NoRobots } from './no-robots.tsx';
import type { RobotsVersion } from './obedience.ts';
import { ObedienceSheet } from './obedience-sheet.tsx';
import { type RulesView, comparedOf, formatRulesView, parseRulesView } from './rules-view.ts';
import { useRules } from './use-rules.ts';
import { useTexts } from './use-texts.ts';
import { DeleteVersionDialog, PasteDialog } from './version-dialogs.tsx';
import { VersionsSheet } from './versions.tsx';

const SHEETS = ['site.obedience', 'site.robotsVersions'];

/** Whether bots follow robots.txt, and every version of it. */
export function RulesScreen() {
  const { siteId = '' } = useRoute().params;
  const { view, today, change } = useViewIn({ parse: parseRulesView, format: formatRulesView });
  const { start, end } = view;
  const rules = useRules({ id: siteId, start, end });
  const { read, problem, isBusy } = rules;
  useSignInFirst(read, problem);
  const domain = read?.data.site?.domain;
  const { ofPage, ofSheets } = divide({ problem, read }, SHEETS);
  if (isNoSite(problem)) return <NoSite frame={read?.data} />;
  return (
    <Frame title={`Rules of ${domain ?? 'a site'}`} siteId={siteId} frame={read?.data} isBusy={isBusy}>
      <div class="head">
        <PagesHead domain={domain} words={wordsOfShown({ read, isBusy, problem: ofPage }, today)}>
          what your robots.txt asks, and who follows it
        </PagesHead>
        <div class="controls">
          <RangePicker view={view} today={today} change={change} />
        </div>
      </div>
      <PagesTabs siteId={siteId} search={formatView(view)} />
      {ofPage && <ProblemNote problem={ofPage} askAgain={rules.askAgain} />}
      <RefusedParts problem={ofSheets} askAgain={rules.askAgain}>
        <ShownOf.Provider value={{ domain, ...(read?.variables ?? { start, end }) }}>
          <Content {...{ siteId, rules, view, today, change }} versions={versionsIn(read)} />
        </ShownOf.Provider>
      </RefusedParts>
    </Frame>
  );
}

/** Undefined while they load, null if they were refused. */
const versionsIn = (read: ReturnType<typeof useRules>['read']) =>
  read && (read.data.site?.robotsVersions ?? null);

type Deed = { readonly kind: 'paste' } | { readonly kind: 'delete'; readonly version: RobotsVersion };

type ContentProps = {
  readonly siteId: string;
  readonly rules: ReturnType<typeof useRules>;
  readonly versions: readonly RobotsVersion[] | null | undefined;
  readonly view: RulesView;
  readonly today: Day;
  readonly change: (changed: Partial<RulesView>) => void;
};

function Content({ siteId, rules, versions, view, today, change }: ContentProps) {
  const [deed, setDeed] = useState<Deed>();
  const texts = useTexts(siteId, versions);
  const { before, after } = comparedOf(versions ?? [], view);
  const links = { siteId, search: formatView(view) };
  const dialog = { onDone: rules.askAgain, onClosed: () => setDeed(undefined) };
  const paste = () => setDeed({ kind: 'paste' });
  const show = ({ number }: RobotsVersion) => {
    change({ from: undefined, to: number });
    const place = document.getElementById(DIFF_ID);
    place?.focus({ preventScroll: true });
    place?.scrollIntoView();
  };
  return (
    <>
      {versions?.length === 0 ? (
        <NoRobots siteId={siteId} paste={paste} />
      ) : (
        <>
          <ObedienceSheet {...links} obedience={rules.obedience} checking={rules.checking} today={today} />
          <div class="grid">
            <BrokenRulesSheet
              {...links}
              obedience={rules.obedience}
              newest={Math.max(0, ...(versions ?? []).map(({ number }) => number))}
            />
            <VersionsSheet
              {...{ versions, today, paste, show }}
              shown={after?.number}
              remove={(version) => setDeed({ kind: 'delete', version })}
            />
          </div>
          {versions && after && (
            <RefusedParts problem={ofOwnSheet(texts.problem)} askAgain={texts.askAgain}>
              <DiffSheet
                {...{ versions, before, after, today }}
                texts={texts.texts}
                compare={(compared) => change(compared)}
              />
            </RefusedParts>
          )}
        </>
      )}
      {deed?.kind === 'paste' && <PasteDialog {...dialog} siteId={siteId} />}
      {deed?.kind === 'delete' && <DeleteVersionDialog {...dialog} version={deed.version} />}
    </>
  );
}
