import type { NewEvent } from '../../domain/event.ts';
import type { RobotCounts } from '../../domain/robot-count.ts';
import { countRobot } from '../../recording/count-robot.ts';
import {
  type Classification,
  type RequestRules,
  createClassifier,
} from '../../recording/classify-request.ts';
import { type IsExcluded, compileExclusions } from '../../recording/exclusions.ts';
import type { ReadEvent } from '../../recording/ndjson-event.ts';
import type { PassedOverReason } from '../../recording/passed-over.ts';
import type { Item } from '../../recording/read-items.ts';
import { sampleOf, storable } from '../../recording/sample.ts';
import { type SeenFields, noFields, seeFields } from '../../recording/seen-fields.ts';
import type { Skipped } from './source-notes.ts';

/** What items of a site become. */
export type ClassifiedItems = {
  readonly events: readonly NewEvent[];
  /** The number of items that become events. */
  readonly withEvents: number;
  /** The items that become none. */
  readonly skipped: ReadonlyMap<PassedOverReason, Skipped>;
  /** The requests among those of robots that the catalogue does not have. */
  readonly robots: RobotCounts;
  /** What the requests among them have. */
  readonly seen: SeenFields;
};

/** The events that items of a site become, and why the others become none. */
export function classifyItems(
  items: readonly Item[],
  siteDomain: string,
  rules: RequestRules,
): ClassifiedItems {
  const classify = createClassifier({ ...rules, siteDomain });
  const isExcluded = compileExclusions(rules.exclusions);
  const events: NewEvent[] = [];
  const skipped = new Map<PassedOverReason, Skipped>();
  const seen = noFields();
  const robots: RobotCounts = new Map();
  let withEvents = 0;
  for (const item of items) {
    if ('record' in item) seeFields(seen, item.record);
    const found = 'event' in item ? classifyEvent(item, isExcluded) : classify(item.record);
    if ('passedOver' in found) {
      if ('record' in item) countRobot(robots, found, item.record);
      const { count = 0, sample = sampleOfItem(item) } = skipped.get(found.passedOver) ?? {};
      skipped.set(found.passedOver, { count: count + 1, sample });
    } else {
      withEvents++;
      events.push(...found.events);
    }
  }
  return { events, withEvents, skipped, robots, seen };
}

function classifyEvent({ event, address }: ReadEvent, isExcluded: IsExcluded | undefined): Classification {
  return isExcluded?.(address, event.pagePath) === true ? { passedOver: 'excluded' } : { events: [event] };
}

function sampleOfItem(item: Item): string | undefined {
  return 'record' in item ? sampleOf('', item.record) : storable(item.event.pagePath);
}
