import { useEffect, useRef } from 'react'
import { useMe } from '../api/session.ts'
import { useNavigate } from '../base/navigation.tsx'
import { paths } from '../base/paths.ts'
import { typedForNewIssue } from '../base/typed-ahead.ts'
import { LazyNewIssueDialog } from '../issues/LazyNewIssueDialog.tsx'
import { isDialogOpen } from '../ui/is-dialog-open.ts'
import { isTextInput } from '../ui/rows.ts'

/** longest time between the two keys of a sequence */
const PAIR_MS = 1500

/** The address of the key after G: a page, or in a project one of its tabs. */
function findTarget(key: string, project: string | undefined): string | null {
  const everywhere: Record<string, string> = { p: paths.projects, c: paths.chat }
  const inProject: Record<string, string> = project
    ? { i: paths.issues(project), m: paths.models(project), v: paths.viewer(project) }
    : {}
  return everywhere[key] ?? inProject[key] ?? null
}

const NO_KEYS = 'canvas, [role=dialog], [role=alertdialog], [role=menu], [role=listbox], form [role=combobox]'

/** True when single keys must not act: while typing, in a dialog, or on the canvas. */
function areSingleKeysBlocked(event: KeyboardEvent) {
  const { target } = event
  const element = target instanceof Element ? target : document.body
  return (
    event.defaultPrevented ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    isTextInput(element) ||
    element.closest(NO_KEYS) !== null ||
    isDialogOpen()
  )
}

/** The keyboard shortcuts of the shell: palette, shortcut list, search field and G sequences. */
export function useShellKeys(open: (what: 'palette' | 'shortcuts') => void) {
  const navigate = useNavigate()
  const { shortcuts } = useMe().preferences
  const began = useRef(0)
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const key = event.key.toLowerCase()
      if ((event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && key === 'k') {
        event.preventDefault()
        open('palette')
        return
      }
      if (!shortcuts || areSingleKeysBlocked(event)) return
      const project = /^\/project\/([^/]+)/.exec(location.pathname)?.[1]
      const place = Date.now() - began.current < PAIR_MS ? findTarget(key, project) : null
      began.current = key === 'g' ? Date.now() : 0
      const field = document.querySelector<HTMLElement>('main input[type=search]')
      if (place) navigate(place)
      else if (key === '?') open('shortcuts')
      else if (key === '/' && field) field.focus()
      else if (key === 'c' && project && !location.pathname.endsWith('/viewer')) {
        typedForNewIssue.collect(LazyNewIssueDialog.preload())
        navigate(paths.newIssue(project))
      } else return
      event.preventDefault()
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [navigate, open, shortcuts])
}
