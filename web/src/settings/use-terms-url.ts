import { getSettingAsJson } from '@plumbline/contract/settings/settings'
import { useRead } from '../api/query.ts'

/** Address of the operator's own terms, which replace the built-in ones; null without such. */
export function useTermsUrl(): string | null {
  const { data } = useRead(getSettingAsJson, { params: { name: 'TERMS_URL' } })
  return typeof data === 'string' ? data : null
}
