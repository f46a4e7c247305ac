import { useEffect, useState } from 'preact/hooks';

/** A part of the page that the first paint does not need; undefined until it is there. After an upgrade it may be gone. */
export function useLoaded<Part>(load: () => Promise<Part>): Part | undefined {
  const [loaded, setLoaded] = useState<{ readonly part: Part }>();
  useEffect(() => {
    void load().then(
      (part) => setLoaded({ part }),
      () => undefined,
    );
  }, []);
  return loaded?.part;
}
