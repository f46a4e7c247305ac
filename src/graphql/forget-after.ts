/** What a change returns, after what the request had loaded is forgotten: the next change of a document may show it. */
export async function forgetAfter<Result>(
  loader: { readonly clearAll: () => unknown },
  change: Promise<Result>,
): Promise<Result> {
  const result = await change;
  loader.clearAll();
  return result;
}
