import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import type { AnswerState } from '../answers/use-answer.ts';
import { Frame } from '../frame/frame.tsx';
import type { FrameFragment } from '../generated/graphql.ts';
import { ProblemNote } from '../parts/note.tsx';
import { useSignInFirst } from '../sign-in/use-sign-in-first.ts';
import { dayOf, nowMs } from '../time/days.ts';
import { wordsOfShown } from '../time/words-of-shown.ts';

const TABS = [
  { href: '/settings/sites', name: 'Sites' },
  { href: '/settings/keys', name: 'API keys' },
  { href: '/settings/alerts', name: 'Alerts' },
  { href: '/settings/account', name: 'Account' },
];

type Props = {
  readonly title: string;
  readonly sub: string;
  readonly answer: AnswerState<FrameFragment, unknown>;
  /** The primary button of the screen. */
  readonly act?: ComponentChildren;
  readonly children: ComponentChildren;
};

/** What the four screens of the settings have in common. */
export function SettingsFrame({
  title,
  sub,
  answer: { read, isBusy, problem, askAgain },
  act,
  children,
}: Props) {
  const { path } = useLocation();
  useSignInFirst(read, problem);
  return (
    <Frame title={title} frame={read?.data}>
      <div class="head">
        <div>
          <h1>{title}</h1>
          <p class="sub">{wordsOfShown({ read, isBusy, problem }, dayOf(nowMs())) ?? sub}</p>
        </div>
        {act && <div class="controls">{act}</div>}
      </div>
      <nav class="seg tabs-nav" aria-label="Settings">
        {TABS.map(({ href, name }) => (
          <a key={href} href={href} aria-current={path === href ? 'page' : undefined}>
            {name}
          </a>
        ))}
      </nav>
      {problem && <ProblemNote problem={problem} askAgain={askAgain} />}
      {children}
    </Frame>
  );
}
