import { mayCreateIssue } from '@plumbline/contract/issues.rules'
import type { Project } from '@plumbline/contract/projects'
import { levelAtLeast } from '@plumbline/contract/roles'
import { Download, Ellipsis, Plus, Upload } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { useNarrow } from '../../app/narrow.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Menu, MenuItem } from '../../ui/Menu.tsx'
import type { QueryState } from '../filters/use-issue-query.ts'
import { useIssueText } from '../text.ts'
import { ColumnsMenu } from './ColumnsMenu.tsx'
import type { ShownColumn } from './columns.ts'
import { useListText } from './text.ts'

const ImportDialog = lazy(async () => ({
  default: (await import('../reports/ImportDialog.tsx')).ImportDialog,
}))

/** The heading, how the issues are shown, and what is done with all of them. */
export function IssueToolbar(props: {
  project: Project
  query: QueryState
  columns: readonly ShownColumn[]
  onColumns: (columns: readonly ShownColumn[]) => void
  onExport: () => void
}) {
  const { project, query } = props
  const text = useListText()
  const issues = useIssueText()
  const narrow = useNarrow()
  const [dialog, setDialog] = useState<'import' | null>(null)
  const isEditor = levelAtLeast(project.my_permission_level, 'EDITOR')
  return (
    <div className="flex flex-wrap items-center gap-2 px-4 pt-4 sm:px-6">
      <h1 className="me-auto font-semibold text-20">{issues.issues}</h1>
      {!narrow && query.layout === 'list' && (
        <ColumnsMenu columns={props.columns} onChange={props.onColumns} />
      )}
      <Menu align="end" trigger={<IconButton name={text.more} icon={<Ellipsis aria-hidden />} />}>
        <MenuItem icon={<Download aria-hidden />} onSelect={props.onExport}>
          {text.exportTitle}
        </MenuItem>
        {isEditor && (
          <MenuItem icon={<Upload aria-hidden />} onSelect={() => setDialog('import')}>
            {text.importTitle}
          </MenuItem>
        )}
      </Menu>
      <Button
        look="primary"
        icon={<Plus aria-hidden />}
        disabled={mayCreateIssue(project.my_permission_level) ? false : issues.mayNot}
        onClick={() => query.change({ new: '1' })}
      >
        {issues.newIssue}
      </Button>
      <Suspense>
        {dialog === 'import' && <ImportDialog project={project} onClose={() => setDialog(null)} />}
      </Suspense>
    </div>
  )
}
