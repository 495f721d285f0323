import { useEffect, useRef, useState } from 'react'
import { deviceStore } from './device-store.ts'
import { useMe } from './session.ts'

/** Files chosen for something that is not sent yet, kept on this device beside the draft of its words. */
interface DraftFiles {
  /** the person and the name of the draft */
  id: string
  files: readonly File[]
  at: number
}

/** Drafts whose files are kept; the oldest go first. */
const MOST = 20
const store = deviceStore<DraftFiles>('plumbline.draft-files')

async function keep(id: string, files: readonly File[]) {
  if (files.length === 0) return store.remove(id)
  await store.put({ id, files, at: Date.now() })
  const kept = (await store.all()).sort((a, b) => b.at - a.at)
  for (const old of kept.slice(MOST)) await store.remove(old.id)
}

/** The files of a draft, and how to change them. Without a name, or where the browser keeps nothing, they end with the page. */
export function useDraftFiles(
  draft: string | null,
  initial: readonly File[] = [],
): [readonly File[], (files: readonly File[]) => void] {
  const me = useMe()
  const id = draft && `${me.id}.${draft}`
  const [files, setFiles] = useState(initial)
  const isChanged = useRef(false)
  useEffect(() => {
    if (!id) return
    let isCurrent = true
    store.get(id).then(
      (kept) => kept && isCurrent && !isChanged.current && setFiles(kept.files),
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [id])
  function change(next: readonly File[]) {
    isChanged.current = true
    setFiles(next)
    if (id) void keep(id, next).catch(() => undefined)
  }
  return [files, change]
}
