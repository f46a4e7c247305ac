import { type Install, install } from '../operations/reading/account.ts';
import { builder } from './builder.ts';

const InstallType = builder.objectRef<Install>('Install').implement({
  description: 'How the service was installed.',
  fields: (t) => ({
    command: t.exposeString('command', {
      description:
        'How a command is typed on its machine, without its arguments: "site-traffic", or "node dist/cli.js".',
    }),
    origin: t.exposeString('origin', {
      description: 'Its web address: PUBLIC_URL, or the one to which this request was sent.',
    }),
  }),
});

builder.queryField('install', (t) =>
  t.field({
    type: InstallType,
    description: 'How the service was installed, for commands and addresses to copy. Costs nothing.',
    resolve: (_, __, ctx) => install(ctx),
  }),
);
