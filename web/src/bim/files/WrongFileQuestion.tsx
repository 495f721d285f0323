import { confirmVariant, type Header, type Variant } from '@plumbline/contract/bim/bim'
import { listDoubtfulPlaces } from '@plumbline/contract/issues/following'
import type { Project } from '@plumbline/contract/projects/projects'
import { useRead, useWrite } from '../../api/query.ts'
import { Button } from '../../ui/Button.tsx'
import { useBimText } from '../text.ts'

/**
 * Asks whether a version is the right file when few elements of the previous version were found again; issues wait for the
 * answer.
 */
export function WrongFileQuestion(props: {
  project: Project
  header: Header
  variant: Variant
  mayEdit: boolean
}) {
  const { project, header, variant, mayEdit } = props
  const text = useBimText()
  const query = { bim_file_header_id: header.id }
  const { data } = useRead(listDoubtfulPlaces, { params: { id: project.id }, query }, { silent: true })
  const confirm = useWrite(confirmVariant)
  const doubt = data?.versions.find(({ variant_id }) => variant_id === variant.id)
  if (!doubt) return null
  const params = { id: project.id, headerId: header.id, variantId: variant.id }
  return (
    <div role="status" className="flex basis-full flex-wrap items-center gap-2 text-13 text-warning">
      <span className="min-w-0 flex-1">{text.onlyFound(Math.round(doubt.share * 100))}</span>
      {mayEdit && (
        <Button size="small" loading={confirm.pending} onClick={() => confirm.run({ params })}>
          {text.isRightFile}
        </Button>
      )}
    </div>
  )
}
