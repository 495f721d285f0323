import * as api from '@plumbline/contract/audit/audit'
import { bindAll } from '../context.ts'
import { checkAuditLog } from './check-audit-log.ts'
import { exportAuditLog } from './export-audit-log.ts'
import { listAuditLog } from './list-audit-log.ts'
import { listAuditPeople } from './list-audit-people.ts'

export const auditRoutes = bindAll(api, { listAuditLog, listAuditPeople, exportAuditLog, checkAuditLog })
