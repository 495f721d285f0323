import { openStatuses } from '@plumbline/contract/issues/issues.rules'
import { type IssueView, listIssueViews } from '@plumbline/contract/issues/lists'
import type { Project } from '@plumbline/contract/projects/projects'
import { Bookmark } from 'lucide-react'
import { memo, Suspense, useDeferredValue, useState } from 'react'
import { useIsFirstPageRead } from '../../api/first-page.ts'
import { useRead } from '../../api/query.ts'
import { useMe } from '../../api/session.ts'
import { useLocation, useNavigate } from '../../base/navigation.tsx'
import { paths } from '../../base/paths.ts'
import { Button } from '../../ui/Button.tsx'
import { lazyPart } from '../../ui/lazy-part.tsx'
import { Menu, MenuGroup, MenuItem, MenuSeparator } from '../../ui/Menu.tsx'
import { useListText } from '../list/text.ts'
import { formatSavedViewQuery } from './format-saved-view-query.ts'
import { formatIssueFilter } from './issue-query.ts'

const ViewDialogs = lazyPart(
  async () => ({ default: (await import('./IssueViewDialogs.tsx')).IssueViewDialogs }),
  { placeless: true },
)

const toDo = openStatuses.join(',')

/** Views that every project has, as query strings. */
const givenViews = {
  mine: formatIssueFilter({ status: toDo, assignee_id: 'me' }),
  waiting: formatIssueFilter({ status: 'RESOLVED', created_by: 'me' }),
  overdue: formatIssueFilter({ due: 'overdue' }),
} as const

/** Menu of views, given and saved; choosing one navigates to its query string. */
export function IssueViewsMenu(props: { project: Project; columns: string }) {
  return <ViewsMenu {...props} search={useDeferredValue(useLocation().search)} />
}

interface ViewsMenuProps {
  project: Project
  columns: string
  /** query string of the address */
  search: string
}

const noViews: readonly IssueView[] = []

/** Memoised: a letter in the search field is drawn before it. */
const ViewsMenu = memo(function ViewsMenu({ project, columns, search }: ViewsMenuProps) {
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null)
  const shown = formatSavedViewQuery(search, columns)
  // without a query no view is active whose name the button needs
  const enabled = useIsFirstPageRead() || shown !== ''
  const { data: views = noViews } = useRead(
    listIssueViews,
    { params: { id: project.id } },
    { enabled, silent: true },
  )
  return (
    <>
      <Views
        projectId={project.id}
        views={views}
        shownView={views.find(({ query }) => query === shown)?.name}
        onDialog={setDialog}
      />
      <Suspense>
        {dialog && (
          <ViewDialogs
            kind={dialog}
            project={project}
            views={views}
            query={shown}
            onClose={() => setDialog(null)}
          />
        )}
      </Suspense>
    </>
  )
})

/** The button and its menu. Memoised: typing in the search field does not render them again. */
const Views = memo(function Views(props: {
  projectId: string
  views: readonly IssueView[]
  /** name of the view that is shown */
  shownView: string | undefined
  onDialog: (dialog: 'save' | 'manage') => void
}) {
  const { projectId, views, onDialog } = props
  const text = useListText()
  const me = useMe()
  const navigate = useNavigate()
  const groups = [
    { label: text.ownViews, list: views.filter((view) => view.created_by === me.id && !view.is_shared) },
    { label: text.sharedViews, list: views.filter((view) => view.is_shared) },
  ].filter(({ list }) => list.length > 0)
  const openQuery = (query: string) => navigate(`${paths.issues(projectId)}${query ? `?${query}` : ''}`)
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={<Bookmark aria-hidden />} className="max-w-48">
          <span className="truncate max-sm:sr-only">{props.shownView ?? text.views}</span>
        </Button>
      }
    >
      <MenuGroup label={text.givenViews.title}>
        {(Object.keys(givenViews) as (keyof typeof givenViews)[]).map((name) => (
          <MenuItem key={name} onSelect={() => openQuery(givenViews[name])}>
            {text.givenViews[name]}
          </MenuItem>
        ))}
      </MenuGroup>
      {groups.map(({ label, list }) => (
        <MenuGroup key={label} label={label}>
          {list.map((view) => (
            <MenuItem key={view.id} onSelect={() => openQuery(view.query)}>
              {view.name}
            </MenuItem>
          ))}
        </MenuGroup>
      ))}
      <MenuSeparator />
      <MenuItem onSelect={() => onDialog('save')}>{text.saveView}</MenuItem>
      {views.length > 0 && <MenuItem onSelect={() => onDialog('manage')}>{text.manageViews}</MenuItem>}
    </Menu>
  )
})
