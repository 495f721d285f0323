import {
  type DeletedFile,
  listDeletedFiles,
  purgeDeletedFile,
  restoreHeader,
  restoreVariant,
} from '@plumbline/contract/bim/bim'
import { Trash2 } from 'lucide-react'
import { LoadingState } from '../../api/LoadingState.tsx'
import { useRead, useWrite } from '../../api/query.ts'
import { AlertDialog } from '../../ui/AlertDialog.tsx'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { toast } from '../../ui/toast.ts'
import { useQuestion } from '../../ui/use-question.ts'
import { longDate } from '../../users/dates.ts'
import { useBimText } from '../text.ts'

/** Trash of a project: deleted files and versions that can be restored or, by administrators, purged. */
export function FileTrash(props: { projectId: string; mayPurge: boolean; onClose: () => void }) {
  const { projectId, mayPurge, onClose } = props
  const text = useBimText()
  const { data, error, refetch } = useRead(
    listDeletedFiles,
    { params: { id: projectId } },
    { redirects: false },
  )
  const onDone = () => toast.success({ text: text.restored })
  const file = useWrite(restoreHeader, { onDone })
  const version = useWrite(restoreVariant, { onDone })
  const { about: purging, ...question } = useQuestion<DeletedFile>()
  const purge = useWrite(purgeDeletedFile, { onDone: () => toast.success({ text: text.purged }) })
  const restore = ({ header_id, variant_id }: DeletedFile) => {
    const params = { id: projectId, headerId: header_id }
    if (variant_id) version.run({ params: { ...params, variantId: variant_id } })
    else file.run({ params })
  }
  const nameOf = (item: DeletedFile) =>
    item.version === null ? item.name : `${item.name}, ${text.versionNumber(item.version)}`
  return (
    <Dialog open onClose={onClose} title={text.trash} description={text.trashHint}>
      {!data && <LoadingState error={error} onRetry={() => void refetch()} rows={3} />}
      {data?.length === 0 && <EmptyState drawing="model" title={text.trashEmpty} />}
      <ul className="divide-y divide-line">
        {data?.map((item) => (
          <li
            key={item.header_id + item.variant_id}
            className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3"
          >
            <div className="min-w-0 flex-1 basis-60">
              <p className="font-medium [overflow-wrap:anywhere]">{nameOf(item)}</p>
              <p className="text-13 text-text-muted">
                {text.types[item.type_of]} · {text.deletedBy(item.deleted_by_name, longDate(item.deleted_at))}
              </p>
              <p className="text-13 text-text-muted">{text.goneOn(longDate(item.purged_at))}</p>
            </div>
            <span className="flex items-center gap-1">
              <Button aria-label={`${text.restore}: ${nameOf(item)}`} onClick={() => restore(item)}>
                {text.restore}
              </Button>
              {mayPurge && (
                <IconButton
                  name={`${text.purge}: ${nameOf(item)}`}
                  icon={<Trash2 aria-hidden />}
                  onClick={() => question.ask(item)}
                />
              )}
            </span>
          </li>
        ))}
      </ul>
      {purging && (
        <AlertDialog
          open
          onClose={question.close}
          title={`${text.purge}: ${nameOf(purging)}`}
          action={text.purge}
          typeToConfirm={{ text: purging.name, label: text.typeName(purging.name) }}
          onConfirm={() => {
            const { header_id, variant_id } = purging
            return purge
              .send({ params: { id: projectId }, body: { header_id, variant_id } })
              .then(() => question.closeFor(purging))
              .catch(() => undefined)
          }}
        >
          {text.purgeHint}
        </AlertDialog>
      )}
    </Dialog>
  )
}
