import type { Socket } from 'node:net';
import { MessageReader } from './message-reader.ts';
import { StatementNames } from './statement-names.ts';
import type { Turns, TurnTaker } from './turns.ts';
import { fatalError, isOwnStartup, NO_ENCRYPTION, STARTUP, type ClientMessage } from './wire.ts';

/** Reading from a client pauses while more than this waits for its turn. */
const MAX_WAITING_BYTES = 1 << 20;
/** A client gets no turn while more than this is unread in its socket. */
const MAX_UNREAD_BYTES = 1 << 20;

/** Serves one client: splits its messages into turns and writes the responses of the engine. */
export function serveConnection(socket: Socket, id: number, turns: Turns): ClientConnection {
  const connection = new ClientConnection(socket, id, turns);
  socket.on('data', (chunk: Buffer) => {
    connection.receive(chunk);
  });
  socket.on('drain', () => {
    turns.advance();
  });
  socket.on('end', () => {
    connection.leave();
  });
  socket.on('error', () => undefined); // 'close' follows
  socket.on('close', () => {
    connection.abandon();
  });
  return connection;
}

export class ClientConnection implements TurnTaker {
  readonly #socket: Socket;
  readonly #turns: Turns;
  readonly #reader = new MessageReader();
  readonly #statements: StatementNames;
  #request: Buffer[] = [];
  #waitingBytes = 0;
  #state: 'open' | 'leaving' | 'gone' = 'open';
  #isStranger = true;

  constructor(socket: Socket, id: number, turns: Turns) {
    this.#socket = socket;
    this.#turns = turns;
    this.#statements = new StatementNames(id);
  }

  receive(chunk: Buffer): void {
    for (const message of this.#read(chunk)) {
      if (this.#state === 'open') this.#take(message);
    }
    if (this.#waitingBytes > MAX_WAITING_BYTES) this.#socket.pause();
    this.#turns.advance();
  }

  /** The client closes the connection. The messages it has sent still run. */
  leave(): void {
    if (this.#state !== 'open') return;
    this.#state = 'leaving';
    this.#turns.leave(this);
  }

  /** The connection is lost. Messages that are still waiting do not run. */
  abandon(): void {
    if (this.#state === 'gone') return;
    this.#state = 'gone';
    this.#turns.abandon(this);
  }

  /** Sends the client an error and closes the connection. */
  hangUp(code: string, reason: string): void {
    const isDeaf = this.clogged;
    this.abandon();
    if (isDeaf || !this.#socket.writable) this.#socket.destroy();
    else
      this.#socket.end(fatalError(code, reason), () => {
        this.#socket.destroy();
      });
  }

  get clogged(): boolean {
    return this.#state !== 'gone' && this.#socket.writableLength > MAX_UNREAD_BYTES;
  }

  answer(bytes: Uint8Array): void {
    // A copy, because the engine reuses these bytes for its next response.
    if (this.#state !== 'gone' && this.#socket.writable) this.#socket.write(Buffer.from(bytes));
  }

  served(messages: Buffer): void {
    this.#waitingBytes -= messages.length;
    if (this.#socket.isPaused() && this.#waitingBytes <= MAX_WAITING_BYTES) this.#socket.resume();
  }

  get isStranger(): boolean {
    return this.#isStranger;
  }

  get statementPrefix(): string {
    return this.#statements.prefix;
  }

  prepareAgain(): Buffer {
    return this.#statements.prepareAll();
  }

  closeStatements(): Buffer {
    return this.#statements.closeAll();
  }

  cleared(): void {
    if (this.#state === 'leaving') this.#socket.end();
  }

  overdue(): void {
    this.hangUp('25P03', 'a transaction or request was left idle for too long');
  }

  #read(chunk: Buffer): ClientMessage[] {
    if (this.#state !== 'open') return [];
    try {
      return this.#reader.read(chunk);
    } catch {
      this.hangUp('08P01', 'the client does not speak the PostgreSQL protocol');
      return [];
    }
  }

  #take(message: ClientMessage): void {
    switch (message.kind) {
      case 'encryption':
        this.#socket.write(NO_ENCRYPTION);
        return;
      case 'cancel': // PGlite cannot be interrupted
        this.#socket.destroy();
        return;
      case 'startup':
        this.#isStranger = !isOwnStartup(message);
        this.#addTurn(STARTUP, true);
        return;
      case 'X': // Terminate
        this.leave();
        return;
      case 'S': // Sync
      case 'Q': // Query
      case 'F': // FunctionCall
        this.#endRequest(message, true);
        return;
      case 'H': // Flush: responses are due, the request continues
        this.#endRequest(message, false);
        return;
      default:
        this.#request.push(this.#statements.rename(message));
    }
  }

  #endRequest(last: ClientMessage, complete: boolean): void {
    this.#addTurn(Buffer.concat([...this.#request, last.bytes]), complete);
    this.#request = [];
  }

  #addTurn(messages: Buffer, complete: boolean): void {
    this.#waitingBytes += messages.length;
    this.#turns.add(this, messages, complete);
  }
}
