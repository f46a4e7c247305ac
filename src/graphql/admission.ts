import type { Plugin } from 'graphql-yoga';
import { spend } from '../operations/rules.ts';
import { refuseRequest } from './errors.ts';
import type { Visiting } from './visit.ts';

/**
 * Authenticates the caller and takes one unit of the budget "graphql", before the request is read: who has no key
 * learns nothing about his document. Either refusal answers the whole request with its HTTP status.
 */
export function useAdmission(): Plugin<object, Visiting> {
  return {
    async onRequestParse({ serverContext: { visit } }) {
      try {
        visit.ctx = await visit.arrival.admit();
        await spend(visit.ctx, 'graphql');
      } catch (error) {
        throw refuseRequest(error);
      }
    },
  };
}
