import { oneOf, parseWebUrl, parsedBy, text, wholeNumber } from './setting-kinds.ts';

/** The settings of logs, metrics and traces, in the order of README. */
export const TELEMETRY_SETTINGS = {
  LOG_FORMAT: {
    ...oneOf(['json', 'pretty']),
    presetNote: '`pretty` on a terminal, else `json`',
    meaning: 'how the log of a server is written: `json`, one object a line, or `pretty`, for people',
  },
  LOG_SLOW_STATEMENTS_MS: {
    ...wholeNumber(1, 3_600_000, ' of milliseconds'),
    meaning:
      'log each statement that took this many milliseconds or longer, with the id of its request; unset: none',
  },
  METRICS_PORT: {
    ...wholeNumber(0, 65_535),
    meaning:
      'port of the [metrics](deploy/README.md#metrics) for Prometheus, 0 for any free port; unset: none',
  },
  METRICS_HOST: {
    ...text(/^\S+$/, 'an address or host name to listen on'),
    preset: '127.0.0.1',
    meaning: 'address on which the metrics are served',
  },
  OTEL_EXPORTER_OTLP_ENDPOINT: {
    ...parsedBy(parseWebUrl, 'a web address such as http://127.0.0.1:4318'),
    meaning:
      'OpenTelemetry collector that [traces](deploy/README.md#traces) are sent to, with OTLP over HTTP, such as ' +
      '`http://127.0.0.1:4318`; unset: none',
  },
} as const;
