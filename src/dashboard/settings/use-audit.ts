import { useRef, useState } from 'preact/hooks';
import { ask } from '../answers/ask.ts';
import type { Problem } from '../answers/problem.ts';
import { type AuditRowFragment as AuditRow, OlderAuditDocument } from '../generated/graphql.ts';
import { PAGE, mergeRows } from './audit-rows.ts';

/** The audit from its newest entries, which are read again and again, down to where the reader has gone. */
export function useAudit(newest: readonly AuditRow[]) {
  const known = useRef<readonly AuditRow[]>([]);
  known.current = mergeRows(known.current, newest);
  const rows = known.current;
  const [older, setOlder] = useState<{ readonly isLast?: boolean; readonly problem?: Problem | undefined }>(
    {},
  );
  const [isBusy, setIsBusy] = useState(false);
  const readOlder = async () => {
    const after = rows.at(-1)?.id;
    if (after === undefined || isBusy) return;
    setIsBusy(true);
    const { data, problem } = await ask(OlderAuditDocument, { after });
    setIsBusy(false);
    const page = data?.account?.audit;
    if (page) known.current = mergeRows(known.current, page);
    setOlder({ isLast: page !== undefined && page.length < PAGE, problem });
  };
  return {
    rows,
    hasOlder: rows.length >= PAGE && older.isLast !== true,
    problem: older.problem,
    isBusy,
    readOlder,
  };
}
