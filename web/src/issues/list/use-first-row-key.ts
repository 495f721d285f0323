import { useEffect, useEffectEvent } from 'react'
import { useMe } from '../../api/session.ts'
import { isDialogOpen } from '../../ui/is-dialog-open.ts'

const FIRST_ROW = '[data-index][tabindex="0"]'
const POPUPS = '[role=menu], [role=listbox]'

/** J and K go to the first row of the list while nothing has the focus and no issue is open. */
export function useFirstRowKey(isListAlone: boolean) {
  const { shortcuts } = useMe().preferences
  const press = useEffectEvent((event: KeyboardEvent) => {
    const isTaken = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey
    const isKey = /^[jk]$/i.test(event.key) && event.target === document.body
    if (!shortcuts || !isListAlone || isTaken || !isKey) return
    if (isDialogOpen() || document.querySelector(POPUPS)) return
    document.querySelector<HTMLElement>(FIRST_ROW)?.focus()
    event.preventDefault()
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listener)
    return () => document.removeEventListener('keydown', listener)
  }, [])
}
