/**
 * Ids of the models in the viewer: the file's id for the current version, `file@version` for a version loaded for a
 * comparison.
 */
export const buildModelId = (headerId: string, comparedVariantId?: string): string =>
  comparedVariantId === undefined ? headerId : `${headerId}@${comparedVariantId}`

export const parseHeaderId = (modelId: string): string => modelId.split('@')[0] ?? modelId

/** Whether a model is a version loaded for a comparison. */
export const isComparedModel = (modelId: string): boolean => modelId.includes('@')
