import * as contract from '@plumbline/contract/bcf/bcf'
import { bind } from '../../context.ts'
import { sendBcf } from './export-bcf.ts'
import { applyImport, cancelImport, listImports, readImport, readRows, startImport } from './imports.ts'

export const bcfFileRoutes = [
  bind(contract.exportBcf, sendBcf),
  bind(contract.startBcfImport, startImport),
  bind(contract.listBcfImports, listImports),
  bind(contract.getBcfImport, readImport),
  bind(contract.listBcfImportRows, readRows),
  bind(contract.applyBcfImport, applyImport),
  bind(contract.cancelBcfImport, cancelImport),
]
