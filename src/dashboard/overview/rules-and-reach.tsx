import { ReachSummary } from '../reach/reach-summary.tsx';
import { RulesSummary } from '../rules/rules-summary.tsx';
import type { Bounds } from '../time/range.ts';
import type { Links } from './site.ts';

export type LastProps = {
  readonly siteId: string;
  /** The days of what the other sheets show. */
  readonly days: Bounds;
  readonly links: Links | undefined;
};

/** Whether bots follow robots.txt, and what they never read. */
export function RulesAndReach(props: LastProps) {
  return (
    <>
      <RulesSummary {...props} />
      <ReachSummary {...props} />
    </>
  );
}
