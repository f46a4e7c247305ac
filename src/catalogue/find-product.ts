import type { Catalogue } from './catalogue.ts';

/** The company of a referral source; a source that the catalogue does not have stands for itself. */
export function companyOfSource({ productsBySource }: Catalogue, source: string): string {
  return productsBySource.get(source)?.company ?? source;
}

/** The name of the product of a referral source; a source that the catalogue does not have stands for itself. */
export function nameOfSource({ productsBySource }: Catalogue, source: string): string {
  return productsBySource.get(source)?.name ?? source;
}
