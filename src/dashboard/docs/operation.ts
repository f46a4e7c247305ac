/** A field of a body, or a parameter. */
export type DocsField = {
  /** With those that it lies in, such as `totals.bot_visits` or `data[].date`. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly description: string;
};

export type ParameterField = DocsField & {
  readonly place: string;
  /** Empty if it has none. */
  readonly example: string;
};

/** What a page says of an operation of the REST API or the collector. The page has it as JSON, too, for its script. */
export type DocsOperation = {
  /** The last part of the address of its page. */
  readonly slug: string;
  readonly method: string;
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly parameters: readonly ParameterField[];
  /** The fields of the body that it takes; none if it takes no body. */
  readonly body: readonly DocsField[];
  /** What is said of the body as a whole. */
  readonly bodyNote: string;
  /** A body to send, as JSON; empty if it takes none. */
  readonly bodyExample: string;
  readonly answer: readonly DocsField[];
  readonly answerExample: string;
  readonly refusals: readonly Refusals[];
  readonly headers: readonly string[];
  /** Null for what GraphQL cannot do. */
  readonly twin: GraphqlTwin | null;
};

/** How GraphQL gets the same. */
export type GraphqlTwin = {
  /** Each within the one before. */
  readonly fields: readonly TwinField[];
  readonly isOfASite: boolean;
  /** What is selected in the last field, a line each. */
  readonly selection: readonly string[];
};

export type TwinField = {
  readonly name: string;
  /** By their names. */
  readonly arguments: Readonly<Record<string, ArgumentKind>>;
};

/** How the value of an argument is written. */
export type ArgumentKind = 'enum' | 'number' | 'text';

/** The codes that come with a status, and a sentence for each. */
export type Refusals = { readonly status: string; readonly codes: readonly Code[] };
type Code = { readonly code: string; readonly sentence: string };
