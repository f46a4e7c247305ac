import type { Config } from '../../settings/config.ts';
import { type Classifier, createClassifier } from '../../recording/classify-request.ts';
import { reasonOf } from '../failures.ts';
import { note } from '../output.ts';
import { openRequestRules } from '../../serving/request-rules.ts';
import type { Shell } from '../shell.ts';

type Classifying = { readonly classify: Classifier; readonly close: () => void };

/**
 * Opens the classifier of a site's requests as the settings describe it. A file of conversion rules on the command line
 * replaces the one in the settings. Throws Unusable for a file that cannot be used.
 */
export async function openClassifying(
  shell: Shell,
  { recording }: Config,
  siteDomain: string,
  { conversions }: { readonly conversions?: string },
): Promise<Classifying> {
  const conversionRulesFile = conversions ?? recording.conversionRulesFile;
  const { rules, close } = await openRequestRules({ ...recording, conversionRulesFile }, (cause, what) =>
    note(shell, `${what}: ${reasonOf(cause)}`),
  );
  return { classify: createClassifier({ ...rules, siteDomain }), close };
}
