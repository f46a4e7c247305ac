// A thread that reads and classifies the lines of logs, beside the thread that reads the files.
import { parentPort, workerData } from 'node:worker_threads';
import { createClassifier } from '../../recording/classify-request.ts';
import { answerScans } from '../../logs/scan-messages.ts';
import { openRequestRules } from '../../serving/request-rules.ts';
import { proxyTestFor } from './proxy-test.ts';
import type { Classifying } from './classifying.ts';

const { recording, siteDomain, exclusions, format, trustedProxies } = workerData as Classifying;

if (parentPort) {
  // the thread that started this one watches the same files, and reports what is wrong with them
  const { rules } = await openRequestRules(recording);
  const classify = createClassifier({ ...rules, siteDomain, exclusions });
  answerScans(parentPort, { format, isProxy: proxyTestFor(trustedProxies), classify });
}
