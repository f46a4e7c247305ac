import { jsonText } from '../http/answer.ts';
import document from './openapi.json' with { type: 'json' };

const TEXT = JSON.stringify(document);

/** The path of the OpenAPI document, which is open to everyone. */
export const OPENAPI_PATH = '/api/v1/openapi.json';

/** GET /api/v1/openapi.json */
export function openapiAnswer(): Response {
  return jsonText(200, TEXT, { 'Cache-Control': 'public, max-age=3600' });
}
