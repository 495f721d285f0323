import { bcfApiVersions } from '@plumbline/contract/bcf/api-version'
export const published = 'https://github.com/buildingSMART'

export const bcfVersions = bcfApiVersions.map((version_id) => ({
  version_id,
  detailed_version: `${published}/BCF-API/tree/release_${version_id.replace('.', '_')}`,
}))
