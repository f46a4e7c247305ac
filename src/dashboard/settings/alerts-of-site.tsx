import type { ComponentChildren } from 'preact';
import { useLocation } from 'preact-iso';
import { useAnswer } from '../answers/use-answer.ts';
import { SiteAlertSettingsDocument } from '../generated/graphql.ts';
import { Choice } from '../parts/choice.tsx';
import { readableName } from '../parts/name-text.ts';
import { RefusedParts } from '../parts/refused.tsx';
import { Sheet } from '../parts/sheet.tsx';
import { AlertRules } from './alert-rules.tsx';
import type { ChannelSite } from './channel-words.ts';
import { Mutes } from './mutes.tsx';

type Props = {
  /** Undefined or null while they are not known. */
  readonly sites: readonly ChannelSite[] | null | undefined;
  /** What stands above what is muted. */
  readonly children: ComponentChildren;
};

/** What raises an alert on the site in the URL, or on the first one, and what is muted there. */
export function SiteSettings({ sites, children }: Props) {
  const { path, route, query } = useLocation();
  const id = query['site'] ?? sites?.[0]?.id;
  if (id === undefined)
    return sites ? (
      <Sheets rules={NO_SITE} mutes={NO_SITE} digest={children} />
    ) : (
      <Sheets digest={children} />
    );
  const choice = sites && (
    <Choice
      class="end"
      name="Site"
      options={sites.map(({ id: value, name, domain }) => ({ value, label: readableName(name || domain) }))}
      chosen={id}
      choose={(value) => route(`${path}?site=${value}`)}
    />
  );
  return <OfSite id={id} choice={choice} digest={children} />;
}

const NO_SITE = <p class="say">There is no site yet.</p>;

type OfSiteProps = Pick<SheetsProps, 'choice' | 'digest'> & { readonly id: string };

function OfSite({ id, ...sheets }: OfSiteProps) {
  const { read, problem, askAgain } = useAnswer(SiteAlertSettingsDocument, { id });
  const site = read ? read.data.site : problem && null;
  const changed = { siteId: id, onDone: askAgain };
  return (
    <RefusedParts problem={site ? undefined : problem} askAgain={askAgain}>
      <Sheets
        {...sheets}
        rules={site ? site.alertRules && <AlertRules {...changed} rules={site.alertRules} /> : site}
        mutes={site ? site.mutes && <Mutes {...changed} mutes={site.mutes} /> : site}
      />
    </RefusedParts>
  );
}

type SheetsProps = {
  readonly choice?: ComponentChildren;
  /** Undefined while they load, null if they were refused; so are the mutes. */
  readonly rules?: ComponentChildren;
  readonly mutes?: ComponentChildren;
  readonly digest: ComponentChildren;
};

const Sheets = ({ choice, rules, mutes, digest }: SheetsProps) => (
  <div class="grid">
    <Sheet
      title="What raises an alert"
      hint="Normal raises about one false alarm a site and year."
      place="c-7"
      end={choice}
    >
      {rules}
    </Sheet>
    <div class="col c-5">
      {digest}
      <Sheet title="Muted" hint="On that site: still counted, but raises no alert" height={200}>
        {mutes}
      </Sheet>
    </div>
  </div>
);
