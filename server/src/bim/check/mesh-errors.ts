import { ModelError } from '@plumbline/bim/model'

/** Refusals of meshes that no browser should open. */

export const damagedMeshError = (what: string) =>
  new ModelError('DAMAGED', `The mesh is damaged: ${what}.`, 'Export it again as GLB (glTF 2.0).')

export const tooComplexMeshError = (what: string) =>
  new ModelError('TOO_COMPLEX', `The mesh has too many ${what} to be shown.`, 'Simplify or split it.')
