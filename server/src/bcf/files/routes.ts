import * as api from '@plumbline/contract/bcf/bcf'
import { bindAll } from '../../context.ts'
import { applyBcfImport } from './apply-bcf-import.ts'
import { cancelBcfImport } from './cancel-bcf-import.ts'
import { exportBcf } from './export-bcf.ts'
import { getBcfImport } from './get-bcf-import.ts'
import { listBcfImportRows } from './list-bcf-import-rows.ts'
import { listBcfImports } from './list-bcf-imports.ts'
import { startBcfImport } from './start-bcf-import.ts'

export const bcfFileRoutes = bindAll(api, {
  exportBcf,
  startBcfImport,
  listBcfImports,
  getBcfImport,
  listBcfImportRows,
  applyBcfImport,
  cancelBcfImport,
})
