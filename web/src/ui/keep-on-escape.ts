/**
 * Keeps the value of a combobox when Escape is pressed while its list is closed, where Base UI would clear it; the key is
 * left to the surrounding dialog. Returns whether the change was caused by Escape.
 */
export function keepOnEscape(change: {
  reason: string
  cancel: () => void
  allowPropagation: () => void
}): boolean {
  if (change.reason !== 'escape-key') return false
  change.cancel()
  change.allowPropagation()
  return true
}
