import type { InputEvent } from 'react'

/** Removes the characters beyond `most` from what was inserted before the cursor; null when the text is within the limit. */
export function removeExcess(
  value: string,
  cursor: number,
  most: number,
): { value: string; cursor: number } | null {
  // a character is one or two UTF-16 units
  if (value.length <= most) return null
  const excess = [...value].length - most
  if (excess <= 0) return null
  const before = [...value.slice(0, cursor)]
  const kept = before.slice(0, Math.max(0, before.length - excess)).join('')
  return { value: kept + value.slice(cursor), cursor: kept.length }
}

/**
 * Enforces a maximum length in characters as the contract and the database count them; the native `maxLength` counts
 * UTF-16 units and can split an emoji.
 */
export function limitCharacters(most: number | undefined) {
  if (most === undefined) return {}
  return {
    onInputCapture: ({ currentTarget, nativeEvent }: InputEvent<HTMLInputElement | HTMLTextAreaElement>) => {
      if ((nativeEvent as globalThis.InputEvent).isComposing) return
      const control = currentTarget as HTMLInputElement | HTMLTextAreaElement
      const fits = removeExcess(control.value, control.selectionEnd ?? control.value.length, most)
      if (!fits) return
      control.value = fits.value
      control.setSelectionRange(fits.cursor, fits.cursor)
    },
  }
}
