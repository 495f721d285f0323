import { useState } from 'react'

/** Whether Enter sends or makes a line: kept in the browser, for phones and keyboards differ. */

const KEY = 'plumbline.chat.enter'

function read(): boolean {
  try {
    const kept = localStorage.getItem(KEY)
    // under a finger there is no Shift Enter
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
      // a browser that keeps nothing asks again at the next visit
    }
  }
  return [sends, change] as const
}
