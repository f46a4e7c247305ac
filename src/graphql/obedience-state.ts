import { builder } from './builder.ts';

export const ObedienceStateType = builder.enumType('ObedienceState', {
  description: 'What a visit is by the versions of robots.txt that its bot may have relied on.',
  values: {
    ALLOWED: { value: 'allowed', description: 'Each of them allows it.' },
    AGAINST: { value: 'against', description: 'Each of them forbids it.' },
    UNKNOWN: {
      value: 'unknown',
      description:
        'They differ, or it is not known what was in force, or a query decides that is not stored, or no rule can name the bot.',
    },
  } as const,
});
