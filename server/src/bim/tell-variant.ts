import type { Tell } from '../live/tell.ts'

interface VariantRef {
  id: string
  header_id: string
  project_id: string
}

/** Says that a version changed; `facts` let notifications know what it means. */
export function tellVariant(tell: Tell, variant: VariantRef, facts?: Record<string, unknown>): Promise<void> {
  return tell('variant.updated', {
    project_id: variant.project_id,
    data: { header_id: variant.header_id, variant_id: variant.id },
    audience: { level: 'VIEWER' },
    facts,
  })
}
