import { mayCreateIssue } from '@plumbline/contract/issues/issues.rules'
import { boardGroups } from '@plumbline/contract/issues/lists'
import type { Project } from '@plumbline/contract/projects/projects'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import {
  Box,
  Columns4,
  Download,
  Ellipsis,
  FileInput,
  FileText,
  List,
  Plus,
  Rows3,
  Upload,
} from 'lucide-react'
import { Suspense, useState } from 'react'
import { useNarrow } from '../../base/narrow.ts'
import { useNavigate } from '../../base/navigation.tsx'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import { Select } from '../../ui/Select.tsx'
import { Toolbar, ToolbarButton } from '../../ui/Toolbar.tsx'
import { useListedFieldLabels } from '../field-names.ts'
import { buildFilteredModelPath } from '../filters/build-filtered-model-path.ts'
import { IssueViewsMenu } from '../filters/IssueViewsMenu.tsx'
import type { ToolbarQuery } from '../filters/use-issue-query.ts'
import { useIssueText } from '../text.ts'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import type { ShownColumn } from './columns.ts'
import { useListText } from './text.ts'
import { sorts, useOwnOrders } from './use-own-orders.ts'

const ImportDialog = lazyPart(
  async () => ({
    default: (await import('../reports/ImportDialog.tsx')).ImportDialog,
  }),
  { placeless: true },
)

const OrderChoices = lazyPart(async () => ({ default: (await import('./OrderChoices.tsx')).OrderChoices }), {
  placeless: true,
})

/** Toolbar of the issues page: heading, layout, columns, saved views, export and import, new issue. */
export function IssueToolbar(props: {
  project: Project
  query: ToolbarQuery
  columns: readonly ShownColumn[]
  onColumns: (columns: readonly ShownColumn[]) => void
  onExport: () => void
  /** the columns as stored in a saved view; empty means the default ones */
  columnText: string
  /** BCF import, injected by the page */
  bcf: { label: string; send: (projectId: string, files: File[]) => Promise<{ id: string }[]> }
}) {
  const { project, query } = props
  const text = useListText()
  const issues = useIssueText()
  const narrow = useNarrow()
  const [dialog, setDialog] = useState<'import' | 'templates' | null>(null)
  async function importBcf(files: File[]) {
    setDialog(null)
    query.change({ bcf: 'new' })
    const [started] = await props.bcf.send(project.id, files)
    // only if the dialog is still open
    if (started && files.length === 1 && new URLSearchParams(location.search).get('bcf') === 'new')
      query.change({ bcf: started.id })
  }
  const isEditor = isLevelAtLeast(project.my_permission_level, 'EDITOR')
  return (
    <div className={narrow ? 'contents' : 'flex flex-wrap items-center gap-2 px-4 pt-4 sm:px-6'}>
      <h1 className={narrow ? 'sr-only' : 'me-auto font-semibold text-20'}>{issues.issues}</h1>
      {!narrow && <LayoutSwitch projectId={project.id} query={query} />}
      {!narrow && query.layout === 'list' && (
        <ColumnsMenu columns={props.columns} onChange={props.onColumns} />
      )}
      <IssueViewsMenu project={project} columns={props.columnText} />
      <Menu align="end" trigger={<IconButton name={text.more} icon={<Ellipsis aria-hidden />} />}>
        <MenuItem icon={<Download aria-hidden />} onSelect={props.onExport}>
          {text.exportTitle}
        </MenuItem>
        {isEditor && (
          <MenuItem icon={<Upload aria-hidden />} onSelect={() => setDialog('import')}>
            {text.importTitle}
          </MenuItem>
        )}
        {isEditor && (
          <MenuItem icon={<FileInput aria-hidden />} onSelect={() => query.change({ bcf: 'new' })}>
            {props.bcf.label}
          </MenuItem>
        )}
        {isEditor && (
          <MenuItem icon={<FileText aria-hidden />} onSelect={() => setDialog('templates')}>
            {text.templates}
          </MenuItem>
        )}
        {narrow && (
          <Suspense>
            <OrderChoices projectId={project.id} query={query} />
          </Suspense>
        )}
      </Menu>
      <Button
        look="primary"
        className={
          narrow
            ? 'fixed! end-4 bottom-[calc(4.5rem+env(safe-area-inset-bottom))] z-20 shadow-float'
            : undefined
        }
        icon={<Plus aria-hidden />}
        disabled={mayCreateIssue(project.my_permission_level) ? false : issues.mayNot}
        onClick={() => query.change({ new: '1' })}
      >
        {issues.newIssue}
      </Button>
      <Suspense>
        {dialog === 'templates' && <TemplatesDialog project={project} onClose={() => setDialog(null)} />}
        {dialog === 'import' && (
          <ImportDialog
            project={project}
            onBcf={(file) => void importBcf(file)}
            onClose={() => setDialog(null)}
          />
        )}
      </Suspense>
    </div>
  )
}

const TemplatesDialog = lazyPart(
  async () => ({
    default: (await import('../reports/TemplatesDialog.tsx')).TemplatesDialog,
  }),
  { placeless: true },
)
/** Layout switch: list, board or pins in the model, with grouping and, for the board, sorting. */
function LayoutSwitch({ projectId, query }: { projectId: string; query: ToolbarQuery }) {
  const text = useListText()
  const { layout, group, change } = query
  const navigate = useNavigate()
  const labels = useListedFieldLabels()
  const { ownGroups } = useOwnOrders(projectId)
  const groupOptions = boardGroups.map((value) => ({ value, label: labels[value] }))
  return (
    <>
      {layout === 'board' && (
        <>
          <Select
            aria-label={text.columnsBy}
            options={groupOptions}
            value={group}
            onChange={(value) => change({ group: value ?? undefined })}
            className="w-32"
          />
          <Select
            aria-label={text.sortBy}
            options={sorts.map((value) => ({ value, label: text.sorts[value] }))}
            value={sorts.find((each) => each === query.sort) ?? '-number'}
            onChange={(sort) => change({ sort: sort ?? undefined })}
            className="w-44"
          />
        </>
      )}
      {layout === 'list' && (
        <Select
          aria-label={text.groupRowsBy}
          options={[{ value: 'none', label: text.noGroups }, ...groupOptions, ...ownGroups].map((option) => ({
            ...option,
            icon: <Rows3 aria-hidden />,
          }))}
          value={query.listGroup ?? 'none'}
          onChange={(value) => change({ group: !value || value === 'none' ? undefined : value })}
          className="min-w-40 max-w-56"
        />
      )}
      <Toolbar label={text.layout}>
        <ToolbarButton
          name={text.list}
          icon={<List aria-hidden />}
          pressed={layout === 'list'}
          onClick={() => change({ layout: undefined, group: undefined })}
        />
        <ToolbarButton
          name={text.board}
          icon={<Columns4 aria-hidden />}
          pressed={layout === 'board'}
          onClick={() => change({ layout: 'board' })}
        />
        <ToolbarButton
          name={text.onModel}
          icon={<Box aria-hidden />}
          onClick={() => navigate(buildFilteredModelPath(projectId))}
        />
      </Toolbar>
    </>
  )
}
