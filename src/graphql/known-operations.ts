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
 * Refuses a mutation by GET, and a subscription, because the schema has none: graphql-js would return `data: null`, as if
 * it had run.
 */
export function useKnownOperations(schema: GraphQLSchema): Plugin {
  return {
    onParse:
      () =>
      ({ result, context: { request, params } }) => {
        if (result instanceof Error) return;
        const operation = getOperationAST(result as DocumentNode, params.operationName);
        if (!operation) return;
        if (!schema.getRootType(operation.operation)) throw unknown(operation);
        if (operation.operation === OperationTypeNode.MUTATION && request.method === 'GET')
          throw byGet(operation);
      },
  };
}

function unknown(operation: OperationDefinitionNode): GraphQLError {
  const message = `The schema has no ${operation.operation}s. Send a query.`;
  return refusal(operation, message, { status: 400 });
}

/** GraphQL over HTTP requires 405. Allow is that of the route. */
function byGet(operation: OperationDefinitionNode): GraphQLError {
  const http = { status: 405, headers: { Allow: 'GET, POST, OPTIONS' } };
  return refusal(operation, 'Send a mutation by POST.', http);
}

function refusal(operation: OperationDefinitionNode, message: string, http: object): GraphQLError {
  const extensions = { code: 'OPERATION_RESOLUTION_FAILURE', http };
  return new GraphQLError(message, { nodes: operation, extensions });
}
