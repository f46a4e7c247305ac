import { useEffect } from 'preact/hooks';
import { useAnswer } from '../answers/use-answer.ts';
import { RobotsTextsDocument } from '../generated/graphql.ts';
import type { RobotsVersion } from './obedience.ts';

/** The text of a version never changes. */
const ONCE_A_DAY_MS = 86_400_000;

/** The texts of the versions by their ids, read again when there is another version. */
export function useTexts(id: string, versions: readonly RobotsVersion[] | null | undefined) {
  const { read, problem, askAgain } = useAnswer(RobotsTextsDocument, { id }, ONCE_A_DAY_MS);
  const robots = read?.data.site?.robotsVersions;
  const texts = robots && new Map(robots.map((version) => [version.id, version.text]));
  const missing = texts && versions?.find((version) => !texts.has(version.id))?.id;
  useEffect(() => {
    if (missing !== undefined) askAgain();
  }, [missing]);
  return { texts: read && !robots ? null : texts, problem, askAgain };
}
