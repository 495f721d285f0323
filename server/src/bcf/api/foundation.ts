import { bcfApiVersions } from '@plumbline/contract/bcf/api-version'
import type { PublicCtx, UserCtx } from '../../context.ts'

const published = 'https://github.com/buildingSMART'

const bcfVersions = bcfApiVersions.map((version_id) => ({
  version_id,
  detailed_version: `${published}/BCF-API/tree/release_${version_id.replace('.', '_')}`,
}))

/** Where each API begins on this server. */
export async function versions({ config: { publicUrl } }: PublicCtx) {
  const at = publicUrl.replace(/\/$/, '')
  const foundation = ['1.0', '1.1'].map((version_id) => ({
    api_id: 'foundation',
    version_id,
    detailed_version: `${published}/foundation-API/tree/release_${version_id.replace('.', '_')}`,
    api_base_url: `${at}/foundation/${version_id}`,
  }))
  const bcf = bcfVersions.map((version) => ({
    api_id: 'bcf',
    ...version,
    api_base_url: `${at}/bcf/${version.version_id}`,
  }))
  return { versions: [...foundation, ...bcf] }
}

export const versionsOfBcf = async () => ({ versions: bcfVersions })

export async function currentUser({ actor }: UserCtx) {
  return { id: actor.email, name: `${actor.first_name} ${actor.last_name}`.trim() }
}
