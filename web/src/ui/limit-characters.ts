import type { InputEvent } from 'react'

/** The text without what was typed or pasted before the cursor beyond `most` characters; null when nothing is beyond. */
export function withoutExcess(
  value: string,
  cursor: number,
  most: number,
): { value: string; cursor: number } | null {
  // a character has one or two units
  if (value.length <= most) return null
  const excess = [...value].length - most
  if (excess <= 0) return null
  const before = [...value.slice(0, cursor)]
  const kept = before.slice(0, Math.max(0, before.length - excess)).join('')
  return { value: kept + value.slice(cursor), cursor: kept.length }
}

/**
 * What `maxLength` does for a control, in characters as the contract and the database count them: the browser's own counts
 * an emoji twice, and may leave half of one.
 */
export function limitCharacters(most: number | undefined) {
  if (most === undefined) return {}
  return {
    onInputCapture: ({ currentTarget, nativeEvent }: InputEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      if ((nativeEvent as globalThis.InputEvent).isComposing) return
      const control = currentTarget as HTMLInputElement | HTMLTextAreaElement
      const fits = withoutExcess(control.value, control.selectionEnd ?? control.value.length, most)
      if (!fits) return
      control.value = fits.value
      control.setSelectionRange(fits.cursor, fits.cursor)
    },
  }
}
