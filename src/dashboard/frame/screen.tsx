import type { ComponentType } from 'preact';
import { lazy, useRoute } from 'preact-iso';
import { NotLoadedNote } from '../parts/note.tsx';
import { Frame } from './frame.tsx';

/** A screen whose script loads when the screen is opened, and what stands in its place if it does not load. */
export const lazyScreen = (load: () => Promise<ComponentType>, notLoaded: ComponentType = NotLoaded) =>
  lazy<ComponentType>(async () => {
    try {
      return await load();
    } catch {
      // After an upgrade the scripts have other names, and those of the page that is open are gone.
      return notLoaded;
    }
  });

function NotLoaded() {
  const { siteId } = useRoute().params;
  return (
    <Frame title="Page not loaded" {...(siteId !== undefined && { siteId })}>
      <NotLoadedNote />
    </Frame>
  );
}
