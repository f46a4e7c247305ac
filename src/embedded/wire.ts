/** The parts of PostgreSQL's wire protocol (version 3.0) that are needed to share one session. */

/**
 * One message of a client with all its bytes. The kind is the letter of the message ('Q', 'P', 'S' …). The messages that
 * open a connection have no letter: their kinds are 'startup', 'encryption' and 'cancel'.
 */
export type ClientMessage = {
  readonly kind: string;
  readonly bytes: Buffer;
};

export const SYNC = message('S');
export const ROLLBACK = query('rollback');
export const NO_ENCRYPTION = Buffer.from('N');

/**
 * The only startup message that the engine gets. The options in a client's own message (another user or database,
 * session settings) would stop the engine or change the session of all clients.
 */
export const STARTUP = startup({ user: 'postgres', database: 'postgres', client_encoding: 'UTF8' });

/** What connections of this program call themselves when they start (`openDatabase`). */
const OWN_NAME = 'site-traffic';

/** True for the startup message of a connection of this program. */
export function isOwnStartup({ bytes }: ClientMessage): boolean {
  return bytes.includes(`\0application_name\0${OWN_NAME}\0`);
}

/** Statements in one message. All are undone if one fails. */
export function query(text: string): Buffer {
  return message('Q', `${text}\0`);
}

/** The last value in the answer to a query, '' for null or if it has none; or the message of its error. */
export function lastValue(answer: Buffer): { readonly value: string } | { readonly error: string } {
  let value = '';
  for (let at = 0; at + 5 <= answer.length; at += 1 + answer.readInt32BE(at + 1)) {
    const kind = String.fromCharCode(answer.readUInt8(at));
    const body = answer.subarray(at + 5, at + 1 + answer.readInt32BE(at + 1));
    if (kind === 'E') return { error: /\0M([^\0]*)/.exec(body.toString())?.[1] ?? 'unknown' };
    // the number of columns, here one, comes before the length of the value, which is negative for null
    if (kind === 'D') value = body.toString('utf8', 6);
  }
  return { value };
}

/** Closes a prepared statement. There is no error if it does not exist. */
export function closeStatement(name: string): Buffer {
  return message('C', `S${name}\0`);
}

/** An error that closes the connection, in PostgreSQL's format. */
export function fatalError(code: string, text: string): Buffer {
  return message('E', `SFATAL\0VFATAL\0C${code}\0M${text}\0\0`);
}

function message(kind: string, body = ''): Buffer {
  const bytes = Buffer.from(`${kind}\0\0\0\0${body}`);
  bytes.writeInt32BE(bytes.length - 1, 1);
  return bytes;
}

function startup(parameters: Readonly<Record<string, string>>): Buffer {
  const body = Object.entries(parameters).map(([name, value]) => `${name}\0${value}\0`);
  const bytes = Buffer.from(`\0\0\0\0\0\x03\0\0${body.join('')}\0`);
  bytes.writeInt32BE(bytes.length, 0);
  return bytes;
}
