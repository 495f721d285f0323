import type { PublicCtx } from '../../context.ts'
import { bcfVersionEntries, buildingSmartUrl } from './foundation.ts'

/** The base URL of each API version on this server. */
export async function listVersions({ config: { publicUrl } }: PublicCtx) {
  const at = publicUrl.replace(/\/$/, '')
  const foundation = ['1.0', '1.1'].map((version_id) => ({
    api_id: 'foundation',
    version_id,
    detailed_version: `${buildingSmartUrl}/foundation-API/tree/release_${version_id.replace('.', '_')}`,
    api_base_url: `${at}/foundation/${version_id}`,
  }))
  const bcf = bcfVersionEntries.map((version) => ({
    api_id: 'bcf',
    ...version,
    api_base_url: `${at}/bcf/${version.version_id}`,
  }))
  return { versions: [...foundation, ...bcf] }
}
