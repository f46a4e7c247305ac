import { leaveOutRecorded } from './recorded-requests.ts';
import type { HeldRoom } from './held-room.ts';
import type { Recorder } from './record-events.ts';
import { answerEmpty, answerRepeats, postponeTwins } from './repeats.ts';
import { decideWithoutRoom, reserveRoom } from './group-quota.ts';
import {
  type RequestDecision,
  type Decisions,
  type Group,
  type Pending,
  decideEach,
} from './site-request.ts';
import { storeWithRoom } from './store-group.ts';

export type GroupParts = Pick<Recorder, 'db' | 'slot' | 'plans' | 'attribution'> & {
  readonly heldRoom: HeldRoom;
};

type Step = (parts: GroupParts, group: Group) => Promise<Decisions> | Decisions;

/** Each step may settle some of the open requests; the last settles the rest. */
const STEPS: readonly Step[] = [
  answerRepeats,
  leaveOutRecorded,
  answerEmpty,
  postponeTwins,
  storeWithinQuota,
  decideWithoutRoom,
];

/** Records a group in one transaction, and decides each of its requests. A failure is a decision too. */
export async function writeGroup(parts: GroupParts, group: Group): Promise<Decisions> {
  const decisions = new Map<Pending, RequestDecision>();
  for (const step of STEPS) {
    const pending = group.pending.filter((one) => !decisions.has(one));
    if (pending.length === 0) break;
    const decided = await takeStep(step, parts, { ...group, pending });
    for (const [one, decision] of decided) decisions.set(one, decision);
  }
  return decisions;
}

/** If a step throws, its requests fail. Nothing of them was stored. */
async function takeStep(step: Step, parts: GroupParts, group: Group): Promise<Decisions> {
  try {
    return await step(parts, group);
  } catch (cause) {
    return decideEach(group.pending, () => ({ kind: 'failed', cause }));
  }
}

/** Stores the requests for which the month has room, after giving back the room that is held for the site. */
async function storeWithinQuota(parts: GroupParts, group: Group): Promise<Decisions> {
  await parts.heldRoom.releaseHeld(group);
  await reserveRoom(parts, group);
  return storeWithRoom(parts, group);
}
