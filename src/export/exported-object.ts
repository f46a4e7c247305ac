import type { StoredEvent } from '../domain/event.ts';
import { eventObject } from '../rest/events.ts';

/** An event as REST has it, and all that is known beyond it, so that an import of the export records the same. */
export function exportedObject(event: StoredEvent) {
  return { ...eventObject(event), ...factsOf(event) };
}

function factsOf(event: StoredEvent) {
  switch (event.type) {
    case 'bot':
      return { status: event.status, bytes: event.bytes, verdict: event.verdict };
    case 'referral':
      return { status: event.status };
    case 'conversion':
      return {};
  }
}
