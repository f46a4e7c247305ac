/** A JSON object. Its fields are not checked yet. */
export type JsonObject = Readonly<Record<string, unknown>>;

/** The value of a JSON text, or undefined if the text is not JSON: no JSON value is undefined. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isJsonObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
