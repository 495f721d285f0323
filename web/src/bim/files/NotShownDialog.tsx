import type { ConversionReport } from '@plumbline/bim/model'
import { type NotShownReason, notShownReasons } from '@plumbline/bim/not-shown'
import { getArtefact } from '@plumbline/contract/bim/artefacts'
import type { Variant } from '@plumbline/contract/bim/bim'
import { useQuery } from '@tanstack/react-query'
import { urlOf } from '../../api/client.ts'
import { LoadingState } from '../../api/LoadingState.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { VirtualList } from '../../ui/VirtualList.tsx'
import { useBimText } from '../text.ts'
import { useFileNotes } from './use-file-notes.ts'

/** The code of a reason; reports of earlier versions have its sentence only. */
const codeOf = ({ code, reason }: ConversionReport['not_shown'][number]) =>
  code ?? (Object.keys(notShownReasons) as NotShownReason[]).find((each) => notShownReasons[each] === reason)

/** Elements of a version whose geometry could not be converted, with reasons. */
export function NotShownDialog(props: { projectId: string; variant: Variant; onClose: () => void }) {
  const { projectId, variant, onClose } = props
  const text = useBimText()
  const translate = useFileNotes()
  const key = variant.artefacts_key ?? ''
  const params = { id: projectId, variantId: variant.id, key, name: 'report.json' }
  const { data, error, refetch } = useQuery({
    queryKey: ['report', variant.id, key],
    queryFn: async ({ signal }) => {
      const response = await fetch(urlOf(getArtefact, { params }), { signal })
      if (!response.ok) throw new Error(`report: ${response.status}`)
      return ((await response.json()) as ConversionReport).not_shown
    },
  })
  return (
    <Dialog open onClose={onClose} title={text.notShown(variant.not_shown)} width="wide">
      {!data && (
        <LoadingState error={error} onRetry={() => void refetch()} failed={text.listFailed} rows={5} />
      )}
      {data && (
        <VirtualList
          label={text.notShown(data.length)}
          items={data}
          itemKey={(item) => item.guid || String(item.element)}
          estimate_px={64}
          className="max-h-[60vh]"
        >
          {(item) => (
            <div className="border-line border-b py-2">
              <p className="[overflow-wrap:anywhere]">
                <span className="font-medium">{item.name || item.class}</span>{' '}
                <span className="text-13 text-text-muted">
                  {item.class} <code className="text-12">{item.guid}</code>
                </span>
              </p>
              <p className="text-13 text-text-muted">
                {translate({ code: `NOT_SHOWN_${codeOf(item)}`, message: item.reason }).message}
              </p>
            </div>
          )}
        </VirtualList>
      )}
    </Dialog>
  )
}
