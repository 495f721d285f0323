import { listIssues } from '@plumbline/contract/issues'
import { openStatuses } from '@plumbline/contract/issues.rules'
import type { Project } from '@plumbline/contract/projects'
import { ListTree, PanelLeftClose, SquarePen, X } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { useRead } from '../../api/query.ts'
import { isNarrow, useNarrow } from '../../app/narrow.ts'
import { paths } from '../../app/paths.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useNavigateOnClick } from '../../ui/Link.tsx'
import { StatusBadge } from '../../ui/StatusBadge.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { PropertiesPanel } from './PropertiesPanel.tsx'
import { TreePanel } from './TreePanel.tsx'
import { useViewerText } from './text.ts'

type Panel = 'tree' | 'properties' | 'issues'

/** Tree, properties and issues: a column at the start, a sheet from below on phones, closed there at first. */
export function ViewerPanels({ project }: { project: Project }) {
  const text = useViewerText()
  const narrow = useNarrow()
  const [open, setOpen] = useState(!isNarrow())
  const [panel, setPanel] = useState<Panel>('tree')
  if (!open)
    return (
      <div className="absolute start-3 top-3 z-10 flex gap-1 rounded-card border border-line bg-raised p-1 shadow-float">
        <IconButton name={text.showPanel} icon={<ListTree aria-hidden />} onClick={() => setOpen(true)} />
        <IconButton
          name={text.properties}
          icon={<SquarePen aria-hidden />}
          onClick={() => {
            setPanel('properties')
            setOpen(true)
          }}
        />
      </div>
    )
  const tabs: { value: Panel; label: string; panel: ReactNode }[] = [
    { value: 'tree', label: text.tree, panel: <TreePanel /> },
    { value: 'properties', label: text.properties, panel: <PropertiesPanel /> },
    { value: 'issues', label: text.issues, panel: <IssuesPanel project={project} /> },
  ]
  return (
    <aside
      aria-label={text.panels}
      className={
        narrow
          ? 'absolute inset-x-0 bottom-0 z-20 flex h-1/2 flex-col rounded-t-card border-line border-t bg-surface shadow-float'
          : 'relative flex w-80 flex-none flex-col border-line border-e bg-surface'
      }
    >
      <Tabs
        label={text.panels}
        tabs={tabs}
        value={panel}
        onChange={setPanel}
        className="min-h-0 flex-1 [&>[role=tabpanel]]:overflow-y-auto [&>[role=tabpanel]]:pt-1"
      />
      <span className="absolute end-2 top-1.5">
        <IconButton
          size="small"
          name={text.hidePanel}
          icon={narrow ? <X aria-hidden /> : <PanelLeftClose aria-hidden />}
          onClick={() => setOpen(false)}
        />
      </span>
    </aside>
  )
}

function IssuesPanel({ project }: { project: Project }) {
  const text = useViewerText()
  const navigate = useNavigateOnClick()
  const query = { status: openStatuses.join(','), limit: 200 }
  const { data } = useRead(listIssues, { params: { id: project.id }, query })
  if (data?.items.length === 0) return <EmptyState drawing="list" title={text.noIssues} />
  return (
    <ul className="px-2 pb-4">
      {data?.items.map((issue) => (
        <li key={issue.id}>
          <a
            href={paths.viewer(project.id, { issue: issue.number })}
            onClick={navigate}
            className="flex items-center gap-2 rounded-control px-2 py-1.5 -outline-offset-2 hover:bg-sunken"
          >
            <StatusBadge status={issue.status} iconOnly />
            <span className="text-13 text-text-muted tabular-nums">#{issue.number}</span>
            <span className="min-w-0 flex-1 truncate">{issue.name}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}
