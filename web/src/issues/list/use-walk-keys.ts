import type { IssueRow } from '@plumbline/contract/issues/issues'
import type { Project } from '@plumbline/contract/projects/projects'
import { useEffect, useEffectEvent } from 'react'
import { useMe } from '../../api/session.ts'
import { useLocation, useNavigate } from '../../base/navigation.tsx'
import { paths } from '../../base/paths.ts'
import { isDialogOpen } from '../../ui/is-dialog-open.ts'
import { isTextInput } from '../../ui/rows.ts'

const FIRST_ROW = '[data-index][tabindex="0"]'
const POPUPS = '[role=menu], [role=listbox]'

/**
 * J and K go to the next and previous issue of the list while one is open, wherever the focus is, and to the first row of
 * the list while nothing has the focus; Escape closes the open issue. Keys that a list or field has handled are left alone.
 */
export function useWalkKeys(project: Project, rows: readonly IssueRow[], open: number | null) {
  const { shortcuts } = useMe().preferences
  const navigate = useNavigate()
  const { search } = useLocation()
  const press = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : document.body
    const isTaken =
      event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTextInput(target)
    if (isTaken || isDialogOpen() || document.querySelector(POPUPS)) return
    const key = event.key.toLowerCase()
    if (key === 'escape' && open !== null) navigate(paths.issues(project.id) + search)
    if (!shortcuts || (key !== 'j' && key !== 'k')) return
    if (open === null) {
      if (target !== document.body) return
      document.querySelector<HTMLElement>(FIRST_ROW)?.focus()
    } else {
      const at = rows.findIndex(({ number }) => number === open)
      const next = at === -1 ? undefined : rows[key === 'j' ? at + 1 : at - 1]
      if (next) navigate(paths.issue(project.id, next.number) + search, { replace: true })
    }
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
