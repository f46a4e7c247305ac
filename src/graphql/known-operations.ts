import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
  getOperationAST,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';

/**
 * Refuses a mutation or subscription if the schema has none. graphql-js would return `data: null`, as if it had run, and
 * Yoga would advise to POST what a POST cannot do either.
 */
export function useKnownOperations(schema: GraphQLSchema): Plugin {
  return {
    onParse:
      () =>
      ({ result, context: { request, params } }) => {
        if (result instanceof Error) return;
        const operation = getOperationAST(result as DocumentNode, params.operationName);
        if (operation && !schema.getRootType(operation.operation)) throw refusal(operation, request.method);
      },
  };
}

function refusal(operation: OperationDefinitionNode, method: string): GraphQLError {
  const message = `The schema has no ${operation.operation}s. Send a query.`;
  const extensions = { code: 'OPERATION_RESOLUTION_FAILURE', http: answerTo(operation, method) };
  return new GraphQLError(message, { nodes: operation, extensions });
}

/** GraphQL over HTTP requires 405 for a mutation by GET. Allow is that of the route: a POST would not help. */
function answerTo({ operation }: OperationDefinitionNode, method: string) {
  const isMutationByGet = operation === OperationTypeNode.MUTATION && method === 'GET';
  return isMutationByGet ? { status: 405, headers: { Allow: 'GET, POST, OPTIONS' } } : { status: 400 };
}
