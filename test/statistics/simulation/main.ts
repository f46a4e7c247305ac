import { report } from './report.ts';

/** So many series of each kind take about ten minutes. */
const SERIES = 50;

for (const line of report(Number(process.argv[2] ?? SERIES))) console.log(line);
