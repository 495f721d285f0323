import * as bulk from '@plumbline/contract/issues/bulk'
import { bind } from '../../context.ts'
import { sendIssues } from '../sheets/export-issues.ts'
import { takeIssues } from '../sheets/import-issues.ts'
import { changeIssues } from './change-issues.ts'
import { undoChange } from './undo.ts'

export const issueBulkRoutes = [
  bind(bulk.bulkChangeIssues, changeIssues),
  bind(bulk.undoBulk, undoChange),
  bind(bulk.exportIssues, sendIssues),
  bind(bulk.importIssues, takeIssues),
]
