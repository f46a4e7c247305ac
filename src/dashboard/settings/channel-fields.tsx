import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import type { AlertKind, ChannelKind } from '../generated/graphql.ts';
import type { FormField } from '../parts/form-dialog.tsx';
import { readableName } from '../parts/name-text.ts';
import { ALL_KINDS, ALL_SITES, DIGEST, kindBox, siteBox } from './channel-entered.ts';
import { ALERT_KINDS, ALERT_NAMES, CHANNEL_NAMES, type ChannelSite } from './channel-words.ts';

const KINDS = Object.keys(CHANNEL_NAMES) as ChannelKind[];

type KindFacts = {
  /** What it is, beside its name. */
  readonly what: string;
  readonly label: string;
  readonly placeholder: string;
  readonly hint: string;
};

const FACTS: Readonly<Record<ChannelKind, KindFacts>> = {
  EMAIL: {
    what: 'confirmed by a link',
    label: 'E-mail address',
    placeholder: 'ops@example.org',
    hint: 'Any address but your own gets a link to confirm, and nothing else until then.',
  },
  WEBHOOK: {
    what: 'signed, Standard Webhooks',
    label: 'Address',
    placeholder: 'https://example.org/hooks/site-traffic',
    hint: 'It receives JSON by POST, and has 10 seconds to answer 2xx.',
  },
  SLACK: {
    what: 'an incoming webhook',
    label: 'Webhook address',
    placeholder: 'https://hooks.slack.com/services/…',
    hint: 'In Slack: your app, Incoming Webhooks, Add. Stored encrypted, never shown again.',
  },
  DISCORD: {
    what: 'a channel’s webhook',
    label: 'Webhook address',
    placeholder: 'https://discord.com/api/webhooks/…',
    hint: 'In Discord: channel settings, Integrations, Webhooks. Stored encrypted, never shown again.',
  },
  NTFY: {
    what: 'a topic, to your phone',
    label: 'Topic address',
    placeholder: 'https://ntfy.sh/a-long-secret-topic',
    hint: 'Anyone who knows the topic can read it. If it needs a sign-in: https://user:password@host/topic.',
  },
  APPRISE: {
    what: 'your own Apprise API',
    label: 'Notify address',
    placeholder: 'https://apprise.example.org/notify/ops',
    hint: 'Of an Apprise API that you run. It reaches many other services.',
  },
};

type KindProps = { readonly kind: ChannelKind; readonly choose: (kind: ChannelKind) => void };

export function KindField({ kind, choose }: KindProps) {
  return (
    <fieldset class="field">
      <legend class="label">Kind</legend>
      <div class="six">
        {KINDS.map((each) => (
          <label class="choice" key={each}>
            <input
              type="radio"
              name="channelKind"
              value={each}
              checked={each === kind}
              autofocus={each === kind}
              onChange={() => choose(each)}
            />
            <b>{CHANNEL_NAMES[each]}</b>
            <small>{FACTS[each].what}</small>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Where a channel of a kind leads. */
export function targetField(kind: ChannelKind, value: string): FormField {
  const { label, placeholder, hint } = FACTS[kind];
  return {
    ...{ name: 'target', label, placeholder, hint, value },
    codes: ['CHANNEL_REFUSED'],
    inputMode: kind === 'EMAIL' ? 'email' : 'url',
    // what is typed is a secret, but for an e-mail address
    autocomplete: kind === 'EMAIL' ? 'email' : 'off',
  };
}

export function nameField(value: string, hint: string): FormField {
  return { name: 'name', label: 'Name', hint, value, codes: ['INVALID_NAME'] };
}

type SendsProps = {
  /** What is checked at first. */
  readonly sends: {
    readonly kinds: readonly AlertKind[];
    /** Null for all. */
    readonly siteIds: readonly string[] | null;
    readonly digest: boolean;
  };
  readonly sites: readonly ChannelSite[];
};

/** Which alerts are sent, of which sites, and whether the digest is. */
export function SendsFields({ sends: { kinds, siteIds, digest }, sites }: SendsProps) {
  return (
    <>
      <AllOrSome
        {...{ legend: 'Sends', all: 'All alerts', name: ALL_KINDS }}
        isAll={kinds.length === ALERT_KINDS.length}
        beside={<Box name={DIGEST} label="Digest" isChecked={digest} />}
      >
        {(isNew) =>
          ALERT_KINDS.map((kind) => (
            <Box
              {...{ key: kind, name: kindBox(kind), label: ALERT_NAMES[kind] }}
              isChecked={!isNew && kinds.includes(kind)}
            />
          ))
        }
      </AllOrSome>
      <AllOrSome
        {...{ legend: 'Sites', all: 'All sites, including new ones', name: ALL_SITES }}
        isAll={siteIds === null}
        hint="If you choose none, it is all sites."
      >
        {() =>
          sites.map(({ id, name, domain }) => (
            <Box
              {...{ key: id, name: siteBox(id), label: <bdi>{readableName(name || domain)}</bdi> }}
              isChecked={siteIds?.includes(id) ?? false}
            />
          ))
        }
      </AllOrSome>
    </>
  );
}

type AllProps = {
  readonly legend: string;
  readonly all: string;
  readonly name: string;
  readonly isAll: boolean;
  readonly beside?: ComponentChildren;
  readonly hint?: string;
  /** The boxes; new ones if it was all of them before. */
  readonly children: (isNew: boolean) => ComponentChildren;
};

/** A box for all, and one for each while it is not checked. */
function AllOrSome({ legend, all, name, isAll, beside, hint, children }: AllProps) {
  const [isChecked, setIsChecked] = useState(isAll);
  return (
    <fieldset class="field">
      <legend class="label">{legend}</legend>
      <div class="ticks">
        <label>
          <input
            type="checkbox"
            name={name}
            checked={isChecked}
            onChange={({ currentTarget }) => setIsChecked(currentTarget.checked)}
          />
          {all}
        </label>
        {beside}
      </div>
      {!isChecked && <div class="ticks some">{children(isAll)}</div>}
      {!isChecked && hint !== undefined && <small>{hint}</small>}
    </fieldset>
  );
}

type BoxProps = {
  readonly name: string;
  readonly label: ComponentChildren;
  readonly isChecked: boolean;
};

const Box = ({ name, label, isChecked }: BoxProps) => (
  <label>
    <input type="checkbox" name={name} defaultChecked={isChecked} />
    <span>{label}</span>
  </label>
);
