import { render } from 'preact';
import { App } from './app.tsx';
import { placePopovers } from './parts/place-popovers.ts';

placePopovers();
const root = document.getElementById('root');
if (root) render(<App />, root);
