/** A request as Node has read it: the names of its headers in small letters. */
export type Wire = {
  readonly method: string;
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer<ArrayBuffer> | undefined;
};
