/**
 * Calls what belongs to the host; what it throws goes to `failed` and no further. So does the rejection of an async
 * function where a plain one was asked for, which would otherwise end the process.
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
