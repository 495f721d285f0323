/** Safari ends the composition before the event of the key that ended it. */
const COMPOSITION_KEY_CODE = 229

function keep(event: KeyboardEvent) {
  if (event.isComposing || event.keyCode === COMPOSITION_KEY_CODE) event.stopImmediatePropagation()
}

/**
 * Keeps keys from our handlers that belong to an input method, as for Japanese or Chinese: the Enter that takes a word does not
 * send, the Escape that drops one does not close.
 */
export function ignoreCompositionKeys() {
  addEventListener('keydown', keep, { capture: true })
}
