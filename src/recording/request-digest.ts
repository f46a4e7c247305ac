import { hash } from 'node:crypto';

/** The most characters of an id. */
export const MAX_REQUEST_ID = 200;

/** A ray as the header CF-Ray has it, with the code of its data centre, which Logpush leaves out. */
const RAY_WITH_PLACE = /^([0-9a-f]{16})-[A-Z]{3}$/;

/**
 * What is stored of the id that a host made for a request: 32 hex characters, the same for the same id whichever way it
 * came. Undefined for an id that is empty or longer than 200 characters.
 */
export function digestOfRequest(id: string | undefined): string | undefined {
  if (id === undefined || id === '' || id.length > MAX_REQUEST_ID) return undefined;
  return hash('sha256', RAY_WITH_PLACE.exec(id)?.[1] ?? id, 'hex').slice(0, 32);
}
