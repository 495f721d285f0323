import { maxBulk } from '@plumbline/contract/issues/bulk'
import type { Project } from '@plumbline/contract/projects/projects'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { Download, Pencil, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { Button } from '../../ui/Button.tsx'
import { keepToastsAbove } from '../../ui/keep-toasts-above.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import type { IssueFilterParams } from '../filters/issue-query.ts'
import { countSelected, emptySelection, type IssueSelection } from '../list/selection.ts'
import { useListText } from '../list/text.ts'

const BulkDialog = lazyPart(async () => ({ default: (await import('./BulkDialog.tsx')).BulkDialog }), {
  placeless: true,
})

/** Action bar for the selected issues: edit, export, delete. */
export function BulkBar(props: {
  project: Project
  filter: IssueFilterParams
  total: number
  selection: IssueSelection
  onSelect: (selection: IssueSelection) => void
  onExport: () => void
}) {
  const { selection, total, onSelect } = props
  const text = useListText()
  const [doing, setDoing] = useState<'change' | 'delete' | null>(null)
  const count = countSelected(selection)
  const isEditor = isLevelAtLeast(props.project.my_permission_level, 'EDITOR')
  const blocked = !isEditor ? text.mayNotChange : count > maxBulk && text.tooMany(maxBulk)
  return (
    <>
      {count > 0 && (
        <section
          ref={keepToastsAbove}
          aria-label={text.selection}
          className="flex flex-none flex-wrap items-center gap-2 border-line border-t bg-raised px-4 py-2 sm:px-6"
        >
          <p role="status" className="me-2 font-medium tabular-nums">
            {text.selected(count)}
          </p>
          {selection.kind === 'some' && total > count && (
            <Button look="ghost" size="small" onClick={() => onSelect({ kind: 'all', total })}>
              {text.selectAll(total)}
            </Button>
          )}
          <span className="flex flex-wrap gap-2 sm:ms-auto">
            <Button
              size="small"
              icon={<Pencil aria-hidden />}
              disabled={blocked}
              onClick={() => setDoing('change')}
            >
              {text.change}
            </Button>
            <Button size="small" icon={<Download aria-hidden />} onClick={props.onExport}>
              {text.export}
            </Button>
            <Button
              size="small"
              icon={<Trash2 aria-hidden />}
              disabled={blocked}
              onClick={() => setDoing('delete')}
            >
              {text.remove}
            </Button>
            <Button look="ghost" size="small" onClick={() => onSelect(emptySelection)}>
              {text.clear}
            </Button>
          </span>
        </section>
      )}
      <Suspense>
        {doing && (
          <BulkDialog
            project={props.project}
            filter={props.filter}
            selection={selection}
            deleting={doing === 'delete'}
            onClose={(deleted) => {
              setDoing(null)
              if (deleted) onSelect(emptySelection)
            }}
          />
        )}
      </Suspense>
    </>
  )
}
