import { COLUMNS } from '../database/columns.ts';

/** What one plan touched when it was run. */
export type Measured = {
  /** The indexes it read, by name; a table that was read without one is `all` and its name. */
  readonly by: readonly string[];
  /** Rows taken from tables, with those that were then thrown away. */
  readonly read: number;
  /** Pages of tables and indexes, each time one was looked at. */
  readonly pages: number;
  /** The tables by site that it read without naming one site: Citus asks all of its nodes for them. */
  readonly ofAllSites: readonly string[];
};

/** A node of EXPLAIN (ANALYZE, BUFFERS, FORMAT JSON), as far as it is read here. */
export type PlanNode = {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  /** On average over the loops, and of one loop like those that were removed. */
  readonly 'Actual Rows': number;
  readonly 'Actual Loops': number;
  readonly 'Rows Removed by Filter'?: number;
  readonly 'Rows Removed by Index Recheck'?: number;
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Filter?: string;
  readonly 'Shared Hit Blocks': number;
  readonly 'Shared Read Blocks': number;
  readonly Plans?: readonly PlanNode[];
};

export function measure(root: PlanNode): Measured {
  const scans = nodesOf(root).filter((node) => node['Node Type'].endsWith(' Scan'));
  return {
    by: [...new Set(scans.flatMap(nameOf))].toSorted(),
    read: scans.filter(isOfTable).reduce((sum, scan) => sum + rowsOf(scan), 0),
    pages: root['Shared Hit Blocks'] + root['Shared Read Blocks'],
    ofAllSites: [...new Set(scans.filter(isOfAllSites).map(tableOf))].toSorted(),
  };
}

/** Citus distributes what is stored by site. */
const BY_SITE = Object.entries(COLUMNS).flatMap(([table, columns]) => ('site_id' in columns ? [table] : []));

/** A parameter, or in a plan for its value the value. */
const ONE_SITE = /\bsite_id = (?:\$\d+|'[^']*'::text)/;

function isOfAllSites(scan: PlanNode): boolean {
  const conditions = [scan['Index Cond'], scan['Recheck Cond'], scan.Filter];
  return BY_SITE.includes(tableOf(scan)) && !conditions.some((one = '') => ONE_SITE.test(one));
}

function tableOf(scan: PlanNode): string {
  return scan['Relation Name'] ?? '';
}

function nodesOf(node: PlanNode): readonly PlanNode[] {
  return [node, ...(node.Plans ?? []).flatMap(nodesOf)];
}

/** Of a bitmap, the node below names the index; of a function or a common table expression, nothing is named. */
function nameOf(scan: PlanNode): readonly string[] {
  const index = scan['Index Name'];
  if (index !== undefined) return [index];
  return isOfTable(scan) && scan['Node Type'] !== 'Bitmap Heap Scan'
    ? [`all ${scan['Relation Name'] ?? ''}`]
    : [];
}

function isOfTable(scan: PlanNode): boolean {
  return scan['Relation Name'] !== undefined;
}

function rowsOf(scan: PlanNode): number {
  const { 'Rows Removed by Filter': filtered = 0, 'Rows Removed by Index Recheck': rechecked = 0 } = scan;
  // averages of loops are not always whole
  return Math.round((scan['Actual Rows'] + filtered + rechecked) * scan['Actual Loops']);
}
