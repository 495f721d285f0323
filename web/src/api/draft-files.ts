import { useEffect, useRef, useState } from 'react'
import { openDeviceStore } from './device-store.ts'
import { useMe } from './session.ts'

/** The attachments of an unsent draft, stored on this device. */
interface DraftFiles {
  /** user id and draft name */
  id: string
  files: readonly File[]
  at: number
}

/** most drafts with stored files; the oldest are removed first */
const MAX_DRAFTS = 20
const store = openDeviceStore<DraftFiles>('plumbline.draft-files')

async function storeDraftFiles(id: string, files: readonly File[]) {
  if (files.length === 0) return store.remove(id)
  await store.put({ id, files, at: Date.now() })
  const kept = (await store.all()).sort((a, b) => b.at - a.at)
  for (const old of kept.slice(MAX_DRAFTS)) await store.remove(old.id)
}

/** The files of a draft and their setter. Without a draft name or with blocked storage they last until the page closes. */
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
    if (id) void storeDraftFiles(id, next).catch(() => undefined)
  }
  return [files, change]
}
