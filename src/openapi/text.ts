import document from './openapi.json' with { type: 'json' };

/** The OpenAPI document as JSON. */
export const OPENAPI_TEXT = JSON.stringify(document);
