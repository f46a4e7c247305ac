import { useEffect, useState } from 'preact/hooks';

/** A part of the page that is loaded once it is wanted; undefined until it is there. After an upgrade it may be gone. */
export function useLoaded<Part>(isWanted: boolean, load: () => Promise<Part>): Part | undefined {
  const [loaded, setLoaded] = useState<{ readonly part: Part }>();
  useEffect(() => {
    if (!isWanted) return;
    void load().then(
      (part) => setLoaded({ part }),
      () => undefined,
    );
  }, [isWanted]);
  return loaded?.part;
}
