import { jsonText } from '../http/answer.ts';

/** The path of the OpenAPI document, which is open to everyone. */
export const OPENAPI_PATH = '/api/v1/openapi.json';

/** GET /api/v1/openapi.json */
export async function openapiAnswer(): Promise<Response> {
  // Imported late: few callers ask for it.
  const { OPENAPI_TEXT } = await import('./text.ts');
  return jsonText(200, OPENAPI_TEXT, { 'Cache-Control': 'public, max-age=3600' });
}
