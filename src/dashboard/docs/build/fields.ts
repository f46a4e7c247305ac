import type { DocsField } from '../operation.ts';
import { type Document, type Schema, nameIn } from './openapi.ts';

/** All fields of a schema, those of objects and lists after the field that has them. */
export function fieldsOf(document: Document, schema: Schema, within = ''): readonly DocsField[] {
  const { oneOf, anyOf, discriminator, items, properties = {}, required = [] } = resolved(document, schema);
  if (oneOf && discriminator)
    return mergedFields(document, { variants: oneOf, by: discriminator.propertyName, within });
  const variants = withoutNull(anyOf ?? []);
  if (variants.length > 0) {
    const fields = variants.flatMap((variant) => fieldsOf(document, variant, within));
    return [...new Map(fields.map((field) => [field.name, field])).values()];
  }
  if (items) return fieldsOf(document, items, `${within}[]`);
  return Object.entries(properties).flatMap(([key, property]) => {
    const name = within === '' ? key : `${within}.${key}`;
    const { description = '' } = { ...resolved(document, property), ...property };
    const field = { name, type: typeOf(document, property), required: required.includes(key), description };
    return [field, ...fieldsOf(document, property, name)];
  });
}

type Union = {
  readonly variants: readonly Schema[];
  /** The field that tells them apart. */
  readonly by: string;
  readonly within: string;
};

/** The fields of all variants, each once; one that only some have says which. */
function mergedFields(document: Document, { variants, by, within }: Union): readonly DocsField[] {
  const tag = within === '' ? by : `${within}.${by}`;
  const merged = new Map<string, { readonly field: DocsField; readonly tags: readonly string[] }>();
  const tags = variants.map((variant) => String(resolved(document, variant).properties?.[by]?.const));
  variants.forEach((variant, index) => {
    for (const field of fieldsOf(document, variant, within)) {
      const known = merged.get(field.name);
      const also = tags[index] ?? '';
      if (known === undefined) merged.set(field.name, { field, tags: [also] });
      else
        merged.set(field.name, {
          field: { ...known.field, type: eitherOf(known.field, field) },
          tags: [...known.tags, also],
        });
    }
  });
  const fields = [...merged.values()].map(({ field, tags: its }) => {
    if (field.name === tag)
      return { ...field, type: tags.map((value) => JSON.stringify(value)).join(' or ') };
    if (its.length === variants.length) return field;
    const only = `Only with \`${by}\` ${its.map((value) => `\`${value}\``).join(', ')}.`;
    return { ...field, description: `${only} ${field.description}`.trim() };
  });
  return fields.sort((a, b) => Number(b.name === tag) - Number(a.name === tag));
}

/** The type of a field that variants have in common. */
function eitherOf(known: DocsField, other: DocsField): string {
  return known.type.split(' or ').includes(other.type) ? known.type : `${known.type} or ${other.type}`;
}

/** The type of a schema in words. */
export function typeOf(document: Document, schema: Schema): string {
  const { $ref } = schema;
  const {
    type,
    enum: values,
    const: value,
    format,
    items,
    anyOf,
    oneOf,
    ...bounds
  } = resolved(document, schema);
  if (value !== undefined) return JSON.stringify(value);
  if (values) return values.map((one) => JSON.stringify(one)).join(' or ');
  if (anyOf) return anyOf.map((one) => typeOf(document, one)).join(' or ');
  if (items) return `array of ${items.$ref === undefined ? typeOf(document, items) : nameIn(items.$ref)}`;
  if (oneOf && $ref !== undefined) return nameIn($ref);
  const types = typeof type === 'string' ? [type] : (type ?? ['any value']);
  return types.map((one) => (one === 'null' ? one : (format ?? one) + boundsOf(bounds))).join(' or ');
}

function boundsOf({ minimum, maximum, maxLength }: Schema): string {
  if (maxLength !== undefined) return ` of at most ${maxLength.toLocaleString('en-US')} characters`;
  if (minimum === undefined || maximum === undefined || maximum === Number.MAX_SAFE_INTEGER) return '';
  return ` from ${minimum.toLocaleString('en-US')} to ${maximum.toLocaleString('en-US')}`;
}

function withoutNull(schemas: readonly Schema[]): readonly Schema[] {
  return schemas.filter(({ type }) => type !== 'null');
}

function resolved(document: Document, schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  const found = document.components.schemas[nameIn(schema.$ref)];
  if (found === undefined) throw new Error(`the document has no ${schema.$ref}`);
  return found;
}
