import { useState } from 'react'

/** The setting "Enter sends the message", stored per browser because phones and keyboards differ. */

const KEY = 'plumbline.chat.enter'

function read(): boolean {
  try {
    const kept = localStorage.getItem(KEY)
    // touch keyboards have no Shift+Enter: there Enter breaks the line by default
    return kept === null ? !matchMedia('(pointer: coarse)').matches : kept === 'sends'
  } catch {
    return true
  }
}

export function useEnterSends() {
  const [sends, setSends] = useState(read)
  const change = (next: boolean) => {
    setSends(next)
    try {
      localStorage.setItem(KEY, next ? 'sends' : 'line')
    } catch {
      // storage is blocked: the setting lasts until the page is closed
    }
  }
  return [sends, change] as const
}
