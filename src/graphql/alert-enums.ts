import { builder } from './builder.ts';

export const AlertKindType = builder.enumType('AlertKind', {
  description: 'What an alert notices.',
  values: {
    NEW_BOT: { value: 'new-bot', description: 'A bot that the site has not seen in 90 days.' },
    SURGE: {
      value: 'surge',
      description: 'Far more visits, or visitors that a product sends, than these hours usually have.',
    },
    SILENCE: { value: 'silence', description: 'A source, or a bot, that came regularly and stopped.' },
    ERRORS: { value: 'errors', description: 'A clearly higher share of visits with a status from 400 on.' },
    IMPOSTORS: {
      value: 'impostors',
      description:
        'Clearly more visits from outside the address ranges that the operator of a bot publishes.',
    },
    QUOTA: { value: 'quota', description: '80 % of the events of the month are used, or all of them.' },
  } as const,
});

export const AlertSubjectType = builder.enumType('AlertSubject', {
  description: 'What an alert is about.',
  values: {
    BOT: { value: 'bot', description: 'A bot, by its name.' },
    COMPANY: { value: 'company', description: 'The bots of a company.' },
    SOURCE: { value: 'source', description: 'An LLM product that sends visitors, by its source.' },
    ALL_BOTS: { value: 'all-bots', description: 'All bots of the site.' },
    LOG: { value: 'log', description: 'A log from which records come.' },
    COLLECTOR: { value: 'collector', description: 'A key with which a backend records.' },
    MIDDLEWARE: { value: 'middleware', description: 'A key with which a Node.js server records.' },
    DRAIN: { value: 'drain', description: 'A key with which a service delivers its logs.' },
    ACCOUNT: { value: 'account', description: 'The account itself.' },
  } as const,
});

export const AlertStateType = builder.enumType('AlertState', {
  description: 'Whether what was noticed goes on.',
  values: {
    ONGOING: { value: 'ongoing', description: 'It goes on.' },
    OVER: { value: 'over', description: 'It is over.' },
    EXPECTED: { value: 'expected', description: 'The owner says that it is as expected.' },
  } as const,
});

export const AlertUnitType = builder.enumType('AlertUnit', {
  description: 'What seen and usual of an alert are.',
  values: {
    COUNT: { value: 'count', description: 'Counts.' },
    SHARE: { value: 'share', description: 'Shares of 1.' },
  } as const,
});

export const SensitivityType = builder.enumType('Sensitivity', {
  description: 'How much has to be unusual for an alert.',
  values: {
    OFF: { value: 'off', description: 'There are no alerts.' },
    LOW: { value: 'low', description: 'Only what is very unusual.' },
    NORMAL: {
      value: 'normal',
      description: 'At most about one false alarm a site and year, of all kinds together.',
    },
    HIGH: { value: 'high', description: 'Also what is less unusual, with more false alarms.' },
  } as const,
});
