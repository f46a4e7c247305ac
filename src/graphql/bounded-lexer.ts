import { Lexer, type Source, type Token, TokenKind } from 'graphql';

/** Calls back with what a document has too much of, and the most that it may have. */
type Refuse = (size: string, unit: string, bound: number) => Error;

const MAX_LITERAL_DEPTH = 12;
const MAX_NAME_LENGTH = 255;

/** Selections and inline fragments may nest; the standard introspection query needs 14 levels. */
const MAX_BRACKETS = 64;

const OPENING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_L, TokenKind.BRACKET_L]);
const CLOSING: ReadonlySet<TokenKind> = new Set([TokenKind.BRACE_R, TokenKind.BRACKET_R]);

/**
 * Reads tokens, and refuses what is nested too deep or named too long. The parser calls itself for each level,
 * so it would run out of stack before anything else could measure the document.
 */
export class BoundedLexer extends Lexer {
  readonly #refuse: Refuse;
  #brackets = 0;
  /** The number of open brackets outside the arguments being read; undefined outside arguments. */
  #outside: number | undefined;

  constructor(source: Source, refuse: Refuse) {
    super(source);
    this.#refuse = refuse;
  }

  override advance(): Token {
    const token = super.advance();
    const { kind, value } = token;
    if (kind === TokenKind.NAME) this.#requireAtMost(MAX_NAME_LENGTH, value.length, 'letters in one name');
    else if (kind === TokenKind.PAREN_L) this.#outside ??= this.#brackets;
    else if (kind === TokenKind.PAREN_R) this.#outside = undefined;
    else if (OPENING.has(kind)) this.#open();
    else if (CLOSING.has(kind)) this.#brackets--;
    return token;
  }

  #open(): void {
    this.#brackets++;
    if (this.#outside === undefined) this.#requireAtMost(MAX_BRACKETS, this.#brackets, 'levels of brackets');
    else this.#requireAtMost(MAX_LITERAL_DEPTH, this.#brackets - this.#outside, 'levels in one argument');
  }

  #requireAtMost(bound: number, size: number, unit: string): void {
    if (size > bound) throw this.#refuse(`more than ${bound}`, unit, bound);
  }
}
