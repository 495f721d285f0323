import type { MarkupShape } from '@plumbline/contract/issues/attachments'
import { useCallback, useEffect, useRef, useState } from 'react'
import { useIsShown } from '../ui/use-is-shown.ts'
import { openDeviceStore } from './open-device-store.ts'
import { useMe } from './session.ts'

/** The attachments of an unsent draft, stored on this device. */
interface DraftFiles {
  /** user id and draft name */
  id: string
  files: readonly File[]
  /** drawn on each of the files; missing in drafts of earlier versions */
  shapes?: readonly (readonly MarkupShape[])[]
  at: number
}

type DraftContent = Pick<DraftFiles, 'files' | 'shapes'>

/** Files and the markup of each. */
export interface ReadFiles {
  files: readonly File[]
  shapesOf: (file: File) => readonly MarkupShape[]
}

export interface DraftFilesHandle {
  files: readonly File[]
  /** the draft forgets files that are left out; a function receives the current files */
  setFiles: (next: readonly File[] | ((files: readonly File[]) => readonly File[])) => void
  /** Deletes the draft, including files not read yet from the device. */
  forgetFiles: () => void
  /**
   * Empties the draft for the next message while its files are being sent: the device keeps them until `sent` resolves; when
   * it rejects they come back, before files chosen since.
   */
  sendFiles: (sent: Promise<unknown>) => void
  /** the markup of a photo */
  shapesOf: (file: File) => readonly MarkupShape[]
  /** the current files, for a handler that runs long after its render */
  readFiles: () => ReadFiles
  setShapes: (file: File, shapes: readonly MarkupShape[]) => void
}

/** most drafts with stored files; the oldest are removed first */
const MAX_DRAFTS = 20
const store = openDeviceStore<DraftFiles>('plumbline.draft-files')

async function storeDraftFiles(id: string, content: DraftContent) {
  if (content.files.length === 0) return store.remove(id)
  await store.put({ id, ...content, at: Date.now() })
  const kept = (await store.all()).sort((a, b) => b.at - a.at)
  for (const old of kept.slice(MAX_DRAFTS)) await store.remove(old.id)
}

/** Deletes the files of all drafts of a person whose account is gone. */
export async function forgetDraftFiles(userId: string): Promise<void> {
  for (const { id } of await store.all()) if (id.startsWith(`${userId}.`)) await store.remove(id)
}

/** By draft: its files that are being sent, which the device stores before files chosen since. */
const beingSent = new Map<string, DraftContent>()
const NOTHING: DraftContent = { files: [] }
/** By draft: a callback of the page that shows the draft, for files that could not be sent. */
const takers = new Map<string, (unsent: DraftContent) => void>()

const join = (before: DraftContent, after: DraftContent): DraftContent => ({
  files: [...before.files, ...after.files],
  shapes: [before, after].flatMap((content) => content.files.map((file) => findShapes(content, file))),
})

/** The stored content without its first files. */
const omitFirst = ({ files, shapes }: DraftContent, count: number): DraftContent => ({
  files: files.slice(count),
  ...(shapes ? { shapes: shapes.slice(count) } : {}),
})

function endSending(id: string, { files }: DraftContent) {
  const all = beingSent.get(id) ?? NOTHING
  const left = all.files.filter((file) => !files.includes(file))
  if (left.length === 0) beingSent.delete(id)
  else beingSent.set(id, { files: left, shapes: left.map((file) => findShapes(all, file)) })
}

/** Leaves out of a stored draft which of its first `count` files are not being sent any more. */
async function removeSent(id: string, count: number) {
  const kept = await store.get(id)
  if (kept) await storeDraftFiles(id, join(beingSent.get(id) ?? NOTHING, omitFirst(kept, count)))
}

const findShapes = ({ files, shapes }: DraftContent, file: File) => shapes?.[files.indexOf(file)] ?? []

const readContent = (content: DraftContent): ReadFiles => ({
  files: content.files,
  shapesOf: (file) => findShapes(content, file),
})

/** The files of a draft and their markup. Without a draft name or with blocked storage they last until the page closes. */
export function useDraftFiles(draft: string | null, initial: readonly File[] = []): DraftFilesHandle {
  const me = useMe()
  const id = draft && `${me.id}.${draft}`
  const [content, setContent] = useState<DraftContent>({ files: initial })
  const isChanged = useRef(false)
  /** the stored draft was read, or is deleted */
  const isLoaded = useRef(false)
  /** files sent before the stored draft was read, which does not contain them */
  const sentEarly = useRef<readonly File[]>([])
  const isShown = useIsShown()
  const latest = useRef<DraftContent>({ files: initial })
  const change = useCallback(
    (next: DraftContent) => {
      isChanged.current = true
      latest.current = next
      setContent(next)
      // the stored draft is written once it has been read and joined
      if (id && isLoaded.current)
        void storeDraftFiles(id, join(beingSent.get(id) ?? NOTHING, next)).catch(() => undefined)
    },
    [id],
  )
  useEffect(() => {
    if (!id) return
    const take = (unsent: DraftContent) => {
      // until the stored draft is read, it still has them
      if (isLoaded.current) change(join(unsent, latest.current))
    }
    takers.set(id, take)
    return () => {
      if (takers.get(id) === take) takers.delete(id)
    }
  }, [id, change])
  useEffect(() => {
    if (!id) return
    const begin = (kept: DraftContent) => {
      if (isLoaded.current) return
      isLoaded.current = true
      const sending = beingSent.get(id)?.files.filter((file) => !sentEarly.current.includes(file)) ?? []
      const unsent = omitFirst(kept, sending.length)
      if (isChanged.current) return change(join(unsent, latest.current))
      if (kept.files.length === 0) return
      latest.current = unsent
      setContent(unsent)
    }
    store.get(id).then(
      (kept) => begin(kept ?? NOTHING),
      () => begin(NOTHING),
    )
  }, [id, change])
  return {
    files: content.files,
    setFiles(given) {
      const files = typeof given === 'function' ? given(latest.current.files) : given
      change({ files, shapes: files.map((file) => findShapes(latest.current, file)) })
    },
    forgetFiles() {
      isLoaded.current = true
      change(NOTHING)
    },
    sendFiles(sent) {
      const sending = latest.current
      if (!isLoaded.current) sentEarly.current = [...sentEarly.current, ...sending.files]
      if (id) beingSent.set(id, join(beingSent.get(id) ?? NOTHING, sending))
      change(NOTHING)
      const end = (isSent: boolean) => {
        const count = (id && beingSent.get(id)?.files.length) || 0
        if (id) endSending(id, sending)
        if (isShown.current || !isLoaded.current)
          change(isSent ? latest.current : join(sending, latest.current))
        // the draft may be shown elsewhere by now
        else if (id && isSent) void removeSent(id, count).catch(() => undefined)
        else if (id) takers.get(id)?.(sending)
      }
      sent.then(
        () => end(true),
        () => end(false),
      )
    },
    shapesOf: (file) => findShapes(content, file),
    readFiles: () => readContent(latest.current),
    setShapes(file, shapes) {
      const { files } = latest.current
      const shapesOf = (each: File) => (each === file ? shapes : findShapes(latest.current, each))
      change({ files, shapes: files.map(shapesOf) })
    },
  }
}
