import { readableName } from './name-text.ts';

/** A name from outside: isolated, nothing in it hidden, and cut where there is no room, with all of it on hover. */
export function Name({ name }: { readonly name: string }) {
  const text = readableName(name);
  return (
    <bdi class="name cut" title={text}>
      {text}
    </bdi>
  );
}
