/**
 * Calls a function of the host and passes whatever it throws to `failed`. An async function in place of a plain one is
 * allowed: its rejection, which would otherwise end the process, goes to `failed` too.
 */
export function guarded<Result>(call: () => Result, failed: (cause: unknown) => void): Result | undefined {
  try {
    const result = call();
    if (result instanceof Promise) result.catch(failed);
    return result;
  } catch (cause) {
    failed(cause);
    return undefined;
  }
}
