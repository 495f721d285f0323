import { bcfApiVersions } from '@plumbline/contract/bcf/api-version'
export const buildingSmartUrl = 'https://github.com/buildingSMART'

export const bcfVersionEntries = bcfApiVersions.map((version_id) => ({
  version_id,
  detailed_version: `${buildingSmartUrl}/BCF-API/tree/release_${version_id.replace('.', '_')}`,
}))
