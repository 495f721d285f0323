import { getArtefact } from '@plumbline/contract/bim/artefacts'
import { getProjectPicture, type Project } from '@plumbline/contract/projects/projects'
import { urlOf } from '../api/client.ts'

/** URL of the project's own picture, else of the thumbnail of its first model, else null. */
export function projectPictureUrl({ id, picture_id, cover }: Project): string | null {
  if (picture_id) return urlOf(getProjectPicture, { params: { id }, query: { v: picture_id } })
  if (!cover) return null
  const { variant_id: variantId, artefacts_key: key } = cover
  return urlOf(getArtefact, { params: { id, variantId, key, name: 'thumbnail.png' } })
}
