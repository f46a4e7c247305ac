import { useState } from 'preact/hooks';
import { useAnswer } from '../answers/use-answer.ts';
import { knownFrame } from '../frame/known-frame.ts';
import { AlertSettingsDocument } from '../generated/graphql.ts';
import { Icon } from '../parts/icon.tsx';
import { useLoaded } from '../parts/use-loaded.ts';
import { SiteSettings } from './alerts-of-site.tsx';
import type { Deed } from './channel-dialogs.tsx';
import { Channels } from './channels.tsx';
import { Digest } from './digest.tsx';
import { SettingsFrame } from './settings.tsx';

/** Where alerts go, what raises one, and the digest. */
export function AlertSettingsScreen() {
  const [deed, setDeed] = useState<Deed>();
  const answer = useAnswer(AlertSettingsDocument, {});
  const dialogs = useLoaded(deed !== undefined, () => import('./channel-dialogs.tsx'));
  const { read, askAgain } = answer;
  const account = read && (read.data.account ?? null);
  const sites = (read?.data ?? knownFrame(undefined))?.sites;
  const channels = account && (account.channels ?? null);
  const add = () => setDeed({ kind: 'add' });
  return (
    <SettingsFrame
      title="Alerts"
      sub="Where they go, what raises them, and the digest"
      answer={answer}
      act={
        <button class="btn primary" onClick={add}>
          <Icon name="plus" />
          Add a channel
        </button>
      }
    >
      <Channels
        {...{ channels, add, sites: sites ?? [], onDone: askAgain }}
        choose={(kind, channel) => setDeed({ kind, channel })}
      />
      <SiteSettings sites={sites}>
        <Digest digest={account && (account.digest ?? null)} channels={channels ?? []} onDone={askAgain} />
      </SiteSettings>
      {deed && dialogs && sites && (
        <dialogs.ChannelDialog {...{ deed, sites }} onDone={askAgain} onClosed={() => setDeed(undefined)} />
      )}
    </SettingsFrame>
  );
}
