import type { NewEvent } from '../../domain/event.ts';
import { type RequestRules, createClassifier } from '../../recording/classify-request.ts';
import type { Item } from '../../recording/read-items.ts';

/** The events that items of a site become, and the number of items that become none. */
export function classifyItems(
  items: readonly Item[],
  siteDomain: string,
  rules: RequestRules,
): { readonly events: readonly NewEvent[]; readonly passedOver: number } {
  const classify = createClassifier({ ...rules, siteDomain });
  const events: NewEvent[] = [];
  let passedOver = 0;
  for (const item of items) {
    const found = 'event' in item ? { events: [item.event] } : classify(item.record);
    if ('passedOver' in found) passedOver++;
    else events.push(...found.events);
  }
  return { events, passedOver };
}
