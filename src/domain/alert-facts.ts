import { type NewAlert, namedSubject } from './alert.ts';
import { formatInstant, instantOrNull } from './time.ts';

/** What programs are told of an alert, in the names and words of REST. */
export function alertFacts(alert: NewAlert) {
  const { kind, atMs, fromMs, untilMs, subjectKind, subjects, seen, usual, unit, title, detail } = alert;
  return {
    kind,
    at: formatInstant(atMs),
    from: formatInstant(fromMs),
    until: instantOrNull(untilMs),
    subject_kind: subjectKind,
    subject: namedSubject(alert),
    ...{ subjects: [...subjects], seen, usual: [...usual], unit, title, detail },
  };
}
