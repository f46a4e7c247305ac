import type { Catalogue } from '../catalogue/catalogue.ts';

/** Makes something of a catalogue once, however many classifiers use it, and keeps it as long as the catalogue itself. */
export function perCatalogue<Made>(make: (catalogue: Catalogue) => Made): (catalogue: Catalogue) => Made {
  const made = new WeakMap<Catalogue, { readonly value: Made }>();
  return (catalogue) => {
    const known = made.get(catalogue) ?? { value: make(catalogue) };
    made.set(catalogue, known);
    return known.value;
  };
}
