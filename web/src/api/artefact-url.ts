import { CONTENT_NAME } from '@plumbline/bim/model'
import { getArtefact, getChunk } from '@plumbline/contract/bim/artefacts'
import { urlOf } from './client.ts'

/**
 * Builds the addresses of a version's artefacts. Chunks are addressed by their content and the file, not by the version, so
 * that unchanged chunks of the next version are not fetched again.
 */
export const buildArtefactUrls =
  (projectId: string, headerId: string, variantId: string, key: string) =>
  (name: string): string =>
    CONTENT_NAME.test(name)
      ? urlOf(getChunk, { params: { id: projectId, headerId, chunk: name } })
      : urlOf(getArtefact, { params: { id: projectId, variantId, key, name } })

/** The address of a chunk in an old version, for chunks that a server does not find among the latest versions. */
export const buildChunkUrl = (
  projectId: string,
  headerId: string,
  variantId: string,
  chunk: string,
): string => urlOf(getChunk, { params: { id: projectId, headerId, chunk }, query: { variant_id: variantId } })
