import { downloadVariant, type Variant } from '@plumbline/contract/bim/bim'
import { urlOf } from '../../api/client.ts'

/** Download URL of a version. */
export const buildVersionUrl = (projectId: string, { header_id, id }: Pick<Variant, 'header_id' | 'id'>) =>
  urlOf(downloadVariant, { params: { id: projectId, headerId: header_id, variantId: id } })

export function downloadVersion(projectId: string, variant: Pick<Variant, 'header_id' | 'id'>) {
  location.href = buildVersionUrl(projectId, variant)
}
