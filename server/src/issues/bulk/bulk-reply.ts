import type { BulkReply } from '@plumbline/contract/issues/bulk'
import { formatReason } from '@plumbline/contract/reasons'
import { mapInSlices } from '../../loop/time-slices.ts'
import type { PlannedIssue } from './plan-issue-change.ts'

/** The outcome of each issue, ordered by number, with totals. */
export async function buildBulkReply(planned: PlannedIssue[], bulk_id: string | null): Promise<BulkReply> {
  const count = (wanted: PlannedIssue['outcome']) =>
    planned.filter(({ outcome }) => outcome === wanted).length
  const inOrder = [...planned].sort((a, b) => a.before.number - b.before.number)
  return {
    bulk_id,
    changed: count('CHANGED'),
    same: count('SAME'),
    refused: count('REFUSED'),
    results: await mapInSlices(inOrder, ({ before, outcome, reason }) => ({
      issue_id: before.id,
      number: before.number,
      name: before.name,
      outcome,
      ...(reason === undefined ? {} : { message: formatReason(reason), reason }),
    })),
  }
}
