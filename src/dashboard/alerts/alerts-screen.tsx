import type { ComponentChildren } from 'preact';
import type { AnswerState } from '../answers/use-answer.ts';
import { Frame } from '../frame/frame.tsx';
import type { FrameFragment } from '../generated/graphql.ts';
import { Icon } from '../parts/icon.tsx';
import { ProblemNote } from '../parts/note.tsx';
import { Skeleton } from '../parts/table.tsx';
import { useSignInFirst } from '../sign-in/use-sign-in-first.ts';
import type { Day } from '../time/days.ts';
import { RangePicker } from '../time/range-picker.tsx';
import { wordsOfShown } from '../time/words-of-shown.ts';
import { AlertList } from './alert-list.tsx';
import type { Alert } from './alert-words.ts';
import type { AlertsView } from './alerts-view.ts';
import { AlertFilterForm } from './filters.tsx';
import { useAlertActs } from './use-acts.tsx';

/** A page of alerts; undefined while it is read, and null if it was refused. */
type Found = { readonly nodes: readonly Alert[]; readonly pageInfo: { readonly hasNextPage: boolean } };

type Props = {
  readonly title: string;
  readonly sub: ComponentChildren;
  /** Undefined for all sites. */
  readonly siteId?: string;
  readonly answer: AnswerState<FrameFragment, unknown>;
  readonly alerts: Found | null | undefined;
  readonly view: AlertsView;
  readonly today: Day;
  readonly change: (changed: Partial<AlertsView>) => void;
};

/** What the two lists of alerts have in common. */
export function AlertsScreen({ title, sub, siteId, answer, alerts, view, today, change }: Props) {
  const { read, isBusy, problem, askAgain } = answer;
  const { acts, statusOf, dialog } = useAlertActs(askAgain);
  useSignInFirst(read, problem);
  return (
    <Frame title={title} {...(siteId !== undefined && { siteId })} frame={read?.data} isBusy={isBusy}>
      <div class="head">
        <div>
          <h1>Alerts</h1>
          <p class="sub">{wordsOfShown({ read, isBusy, problem }, today) ?? sub}</p>
        </div>
        <div class="controls">
          <RangePicker view={view} today={today} change={change} />
          <a class="btn" href="/settings/alerts">
            <Icon name="settings" />
            <span class="lbl">Settings</span>
          </a>
        </div>
      </div>
      <AlertFilterForm view={view} change={change} />
      {problem && <ProblemNote problem={problem} askAgain={askAgain} />}
      <section class="sheet events alert-list" aria-label="Alerts" aria-busy={alerts === undefined}>
        {alerts === undefined && <Skeleton />}
        {alerts && (
          <AlertList
            alerts={alerts.nodes}
            hasMore={alerts.pageInfo.hasNextPage}
            hasSites={siteId === undefined}
            {...{ today, acts, statusOf }}
          />
        )}
      </section>
      {dialog}
    </Frame>
  );
}
