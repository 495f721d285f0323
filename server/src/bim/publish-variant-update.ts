import type { Tell } from '../live/tell.ts'

interface VariantRef {
  id: string
  header_id: string
  project_id: string
}

export function publishVariantUpdate(
  tell: Tell,
  variant: VariantRef,
  kind: 'CHANGED' | 'PROCESSED' = 'CHANGED',
): Promise<void> {
  return tell('variant.updated', {
    project_id: variant.project_id,
    data: { header_id: variant.header_id, variant_id: variant.id },
    audience: { level: 'VIEWER' },
    cause: { kind },
  })
}
