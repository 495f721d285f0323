import type { Header } from '@plumbline/contract/bim/bim'
import type { Project } from '@plumbline/contract/projects/projects'
import { PanelLeftClose, PanelRightClose, TriangleAlert } from 'lucide-react'
import { type ReactNode, Suspense, useState } from 'react'
import { useNarrow } from '../../base/narrow.ts'
import { Drawer } from '../../ui/Drawer.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Tabs } from '../../ui/Tabs.tsx'
import { OVER_CANVAS } from './covered-areas.ts'
import { useIssueSlots } from './issue-slots.ts'
import { useSessionState } from './ModelCanvas.tsx'
import { ModelsPanel } from './ModelsPanel.tsx'
import { PropertiesPanel } from './PropertiesPanel.tsx'
import { SavedViewsPanel } from './SavedViewsPanel.tsx'
import { TreePanel } from './TreePanel.tsx'
import { useViewerText } from './text.ts'
import { useReframeAboveSheet } from './use-reframe.ts'
import { hasDoubtfulPositions } from './ViewerStatus.tsx'

export type LeftTab = 'models' | 'tree' | 'issues' | 'views'

/** Panel next to the canvas; a bottom sheet on phones. */
function SidePanel(props: {
  side: 'start' | 'end'
  label: string
  onClose: () => void
  children: ReactNode
}) {
  const text = useViewerText()
  const narrow = useNarrow()
  const sheet = useReframeAboveSheet()
  if (narrow)
    return (
      <Drawer side="bottom" modal={false} open onClose={props.onClose} title={props.label}>
        <div {...OVER_CANVAS} ref={sheet} className="-m-4 h-full">
          {props.children}
        </div>
      </Drawer>
    )
  const end = props.side === 'end'
  return (
    <aside
      aria-label={props.label}
      className={
        end
          ? 'relative flex w-90 flex-none flex-col border-line border-s bg-surface'
          : 'relative flex w-80 flex-none flex-col border-line border-e bg-surface'
      }
    >
      {props.children}
      <span className="absolute end-0 top-0 grid h-10 w-11 place-items-center border-line border-b pointer-coarse:h-11">
        <IconButton
          size="small"
          name={`${text.hidePanel}: ${props.label}`}
          icon={end ? <PanelRightClose aria-hidden /> : <PanelLeftClose aria-hidden />}
          onClick={props.onClose}
        />
      </span>
    </aside>
  )
}

const tabs =
  'h-full min-h-0 flex-1 [&>[role=tabpanel]]:overflow-y-auto [&>[role=tabpanel]]:pt-2 [&>[role=tablist]]:me-11 [&>[role=tablist]]:gap-0 [&_[role=tab]]:px-1.5 [&_[role=tab]]:after:inset-x-1.5'

/** Left panel with tabs: tree, models, issues and saved views. */
export function LeftPanel(props: {
  project: Project
  headers: readonly Header[]
  open: readonly string[]
  onOpen: (ids: string[]) => void
  onCompare: (header: Header) => void
  onSaveView: () => void
  tab: LeftTab
  onTab: (tab: LeftTab) => void
  onClose: () => void
}) {
  const text = useViewerText()
  const { headers, open, onOpen, onCompare } = props
  const { IssuesPanel } = useIssueSlots()
  const isDoubtful = hasDoubtfulPositions(useSessionState().models)
  const entries: { value: LeftTab; label: string; icon?: ReactNode; panel: ReactNode }[] = [
    { value: 'tree', label: text.tree, panel: <TreePanel /> },
    {
      value: 'models',
      label: text.models,
      icon: isDoubtful && (
        <TriangleAlert role="img" aria-label={text.doubtful} className="size-3.5 text-warning" />
      ),
      panel: <ModelsPanel headers={headers} open={open} onOpen={onOpen} onCompare={onCompare} />,
    },
    {
      value: 'issues',
      label: text.issues,
      panel: (
        <Suspense>
          <IssuesPanel project={props.project} />
        </Suspense>
      ),
    },
    { value: 'views', label: text.views, panel: <SavedViewsPanel onSave={props.onSaveView} /> },
  ]
  return (
    <SidePanel side="start" label={text.panels} onClose={props.onClose}>
      <Tabs label={text.panels} tabs={entries} value={props.tab} onChange={props.onTab} className={tabs} />
    </SidePanel>
  )
}

/** Right panel: properties of the selection and, if one is open, an issue. */
export function RightPanel(props: {
  issue: { number: number; detail: ReactNode } | null
  onClose: () => void
}) {
  const text = useViewerText()
  const { issue } = props
  const narrow = useNarrow()
  const [tab, setTab] = useState<'issue' | 'properties'>(issue ? 'issue' : 'properties')
  const [shown, setShown] = useState(issue?.number)
  // a newly opened issue switches to its tab
  if (issue?.number !== shown) {
    setShown(issue?.number)
    setTab(issue ? 'issue' : 'properties')
  }
  if (narrow && !issue)
    return (
      <SidePanel side="end" label={text.properties} onClose={props.onClose}>
        <PropertiesPanel />
      </SidePanel>
    )
  const properties = { value: 'properties' as const, label: text.properties, panel: <PropertiesPanel /> }
  const entries = issue
    ? [{ value: 'issue' as const, label: text.issueBeside(issue.number), panel: issue.detail }, properties]
    : [properties]
  return (
    <SidePanel
      side="end"
      label={issue ? text.issueBeside(issue.number) : text.properties}
      onClose={props.onClose}
    >
      <Tabs<'issue' | 'properties'>
        label={text.properties}
        tabs={entries}
        value={tab}
        onChange={setTab}
        className={tabs}
      />
    </SidePanel>
  )
}
