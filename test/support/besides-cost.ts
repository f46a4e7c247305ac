type Json = { readonly extensions?: { readonly cost?: unknown } };

/** An answer of GraphQL without what it cost, which `test/graphql/cost.test.ts` is about. */
export function besidesCost(answer: unknown): unknown {
  const { extensions: { cost, ...extensions } = {}, ...rest } = answer as Json;
  if (cost === undefined) return answer;
  return Object.keys(extensions).length === 0 ? rest : { ...rest, extensions };
}
