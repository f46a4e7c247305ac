import type { ComponentType } from 'preact';
import { lazy, useRoute } from 'preact-iso';
import { LoadAgain, Note } from '../parts/note.tsx';
import { Frame } from './frame.tsx';

/** A screen whose script loads when the screen is opened. */
export const screen = (load: () => Promise<ComponentType>) =>
  lazy<ComponentType>(async () => {
    try {
      return await load();
    } catch {
      // After an upgrade the scripts have other names, and those of the page that is open are gone.
      return NotLoaded;
    }
  });

function NotLoaded() {
  const { siteId } = useRoute().params;
  return (
    <Frame title="Page not loaded" {...(siteId !== undefined && { siteId })}>
      <Note fact="This page did not load." next="The server was upgraded, or does not respond.">
        <LoadAgain />
      </Note>
    </Frame>
  );
}
