/** The parts of PostgreSQL's wire protocol (version 3.0) that sharing one session needs. */

/**
 * One message of a client: its bytes whole, and its kind. A typed message's kind is its letter ('Q', 'P', 'S' …);
 * the untyped ones that open a connection are 'startup', 'encryption' and 'cancel'.
 */
export type ClientMessage = {
  readonly kind: string;
  readonly bytes: Buffer;
};

export const SYNC = message('S');
export const ROLLBACK = message('Q', 'ROLLBACK\0');
export const NO_ENCRYPTION = Buffer.from('N');

/**
 * The only startup message the engine ever sees: what a client asks for in its own (another user or database,
 * session options) would stop the engine or be set for everybody.
 */
export const STARTUP = startup({ user: 'postgres', database: 'postgres', client_encoding: 'UTF8' });

/** Drops a prepared statement; no error if there is none of that name. */
export function closeStatement(name: string): Buffer {
  return message('C', `S${name}\0`);
}

/** The error after which a server hangs up, as PostgreSQL sends it. */
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
