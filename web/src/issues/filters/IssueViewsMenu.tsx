import { type IssueView, listIssueViews } from '@plumbline/contract/issues/lists'
import type { Project } from '@plumbline/contract/projects/projects'
import { Bookmark } from 'lucide-react'
import { Suspense, useState } from 'react'
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

const ViewDialogs = lazyPart(
  async () => ({ default: (await import('./IssueViewDialogs.tsx')).IssueViewDialogs }),
  { placeless: true },
)

/** Menu of saved views; choosing one navigates to its query string. */
export function IssueViewsMenu({ project, columns }: { project: Project; columns: string }) {
  const text = useListText()
  const me = useMe()
  const { search } = useLocation()
  const navigate = useNavigate()
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null)
  const shown = formatSavedViewQuery(search, columns)
  // without a query no view is shown whose name the button needs
  const enabled = useIsFirstPageRead() || shown !== ''
  const { data: views = [] } = useRead(listIssueViews, { params: { id: project.id } }, { enabled })
  const here = views.find(({ query }) => query === shown)
  const groups = [
    { label: text.ownViews, list: views.filter((view) => view.created_by === me.id && !view.is_shared) },
    { label: text.sharedViews, list: views.filter((view) => view.is_shared) },
  ].filter(({ list }) => list.length > 0)
  const openView = ({ query }: IssueView) =>
    navigate(`${paths.issues(project.id)}${query ? `?${query}` : ''}`)
  return (
    <>
      <Menu
        align="end"
        trigger={
          <Button icon={<Bookmark aria-hidden />} className="max-w-48">
            <span className="truncate max-sm:sr-only">{here?.name ?? text.views}</span>
          </Button>
        }
      >
        {groups.map(({ label, list }) => (
          <MenuGroup key={label} label={label}>
            {list.map((view) => (
              <MenuItem key={view.id} onSelect={() => openView(view)}>
                {view.name}
              </MenuItem>
            ))}
          </MenuGroup>
        ))}
        {groups.length > 0 && <MenuSeparator />}
        <MenuItem onSelect={() => setDialog('save')}>{text.saveView}</MenuItem>
        {views.length > 0 && <MenuItem onSelect={() => setDialog('manage')}>{text.manageViews}</MenuItem>}
      </Menu>
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
}
