import type { Host } from '../host.ts';
import { NETLIFY_HOST } from './deno.ts';
import { GO_HOST } from './go.ts';
import { NEXT_HOST } from './next.ts';
import { PHP_HOSTS } from './php.ts';
import { PYTHON_HOSTS } from './python.ts';
import { RUBY_HOSTS } from './ruby.ts';
import { WORDPRESS_HOST } from './wordpress.ts';
import { WORKERD_HOST } from './workerd.ts';

/** Every host that a sender is tested on. */
export const HOSTS: readonly Host[] = [
  ...PYTHON_HOSTS,
  GO_HOST,
  ...RUBY_HOSTS,
  ...PHP_HOSTS,
  WORDPRESS_HOST,
  WORKERD_HOST,
  NETLIFY_HOST,
  NEXT_HOST,
];
