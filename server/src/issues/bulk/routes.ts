import * as api from '@plumbline/contract/issues/bulk'
import { bindAll } from '../../context.ts'
import { exportIssues } from '../sheets/export-issues.ts'
import { importIssues } from '../sheets/import-issues.ts'
import { bulkChangeIssues } from './bulk-change-issues.ts'
import { undoBulk } from './undo-bulk.ts'

export const issueBulkRoutes = bindAll(api, { bulkChangeIssues, undoBulk, exportIssues, importIssues })
