import { endings } from '@plumbline/contract/bim/bim.rules'
import { getSettingAsJson } from '@plumbline/contract/settings/settings'
import { useRead } from '../../api/query.ts'
import type { FileRules } from '../../ui/file-rules.ts'

/** Limits of an upload; the maximum size is a setting of the server. */
export function useUploadRules(): FileRules {
  const { data } = useRead(getSettingAsJson, { params: { name: 'MAX_UPLOAD_BYTES' } })
  return {
    endings: endings.map((ending) => `.${ending}`),
    max_bytes: typeof data === 'number' ? data : Number.POSITIVE_INFINITY,
    max_files: 50,
  }
}
