import { type RefObject, useEffect, useEffectEvent } from 'react'
import { useMe } from '../../api/session.ts'
import { isDialogOpen } from '../../ui/is-dialog-open.ts'
import { isTextInput } from '../../ui/rows.ts'

/** Fields of the open issue by shortcut; the elements carry `data-issue-part`. */
const parts = {
  s: 'status',
  p: 'priority',
  a: 'assignee_id',
  l: 'labels',
  d: 'due_date',
} as const

const CONTROL = 'button:not([aria-disabled=true], [tabindex="-1"]), input:not([aria-hidden], [disabled])'

/**
 * Single-letter shortcuts: focus a field of the issue, or with `I` assign it to the current user. Ignored while typing.
 */
export function useIssueKeys(
  root: RefObject<HTMLElement | null>,
  isCurrent: () => boolean,
  assignToMe: (() => void) | null,
) {
  const { shortcuts } = useMe().preferences
  const press = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof Element ? event.target : document.body
    const here = target === document.body || root.current?.contains(target)
    // in lists, letters are type-ahead search
    const busy =
      isTextInput(target) ||
      target.matches('[role=combobox]') ||
      isDialogOpen() ||
      document.querySelector('[role=menu]') !== null
    if (!here || busy || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return
    if (!isCurrent()) return
    const key = event.key.toLowerCase()
    const part = parts[key as keyof typeof parts]
    const control = part && root.current?.querySelector(`[data-issue-part=${part}]`)
    if (control) control.querySelector<HTMLElement>(CONTROL)?.focus()
    else if (key === 'i' && assignToMe) assignToMe()
    else return
    event.preventDefault()
  })
  useEffect(() => {
    if (!shortcuts) return
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [shortcuts])
}
