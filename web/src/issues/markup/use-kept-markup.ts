import type { BodyOf } from '@plumbline/contract/http'
import { type MarkupShape, setMarkup } from '@plumbline/contract/issues/attachments'
import { useEffect, useState } from 'react'
import * as z from 'zod/mini'
import { useMe } from '../../api/session.ts'
import { drafts } from '../../base/drafts.ts'
import { filterShapesToSave } from './shapes.ts'
import { useMarkup } from './use-markup.ts'

const firstStyle = { color: 'RED', width: 0.006 } as const

/** A drawing as the device keeps it, with the version that it was drawn over. */
function parseKept(text: string) {
  try {
    const value: unknown = JSON.parse(text)
    return z.safeParse(setMarkup.body, value).success ? (value as BodyOf<typeof setMarkup>) : null
  } catch {
    return null
  }
}

/** The markup editor's state; the device keeps it under a name until it is saved or discarded: it survives a reload and a killed tab. */
export function useKeptMarkup(
  name: string,
  stored: { shapes: readonly MarkupShape[]; version: number },
  newWords: string,
) {
  const me = useMe()
  const [first] = useState(stored.shapes)
  const [kept, setKept] = useState(() => parseKept(drafts.read(me.id, name)))
  const [version, setVersion] = useState(kept?.version ?? stored.version)
  const drawing = useMarkup(first, firstStyle, newWords, kept?.shapes)
  const shapes = filterShapesToSave(drawing.shapes)
  const isChanged = drawing.mayUndo && JSON.stringify(shapes) !== JSON.stringify(first)
  const text = isChanged ? JSON.stringify({ shapes, version }) : ''
  useEffect(() => {
    if (!drawing.held) drafts.write(me.id, name, text)
  }, [me.id, name, text, drawing.held])
  const forget = () => drafts.write(me.id, name, '')
  return {
    drawing,
    shapes,
    version,
    setVersion,
    isChanged,
    isRestored: isChanged && kept !== null,
    forget,
    /** Forgets the drawing if it is still the saved one. */
    forgetSaved: (saved: readonly MarkupShape[]) => {
      const now = parseKept(drafts.read(me.id, name))
      if (JSON.stringify(now?.shapes) === JSON.stringify(saved)) forget()
    },
    /** Restores the stored drawing. */
    discard: () => {
      setKept(null)
      setVersion(stored.version)
      drawing.load(first)
    },
  }
}
export type KeptMarkup = ReturnType<typeof useKeptMarkup>
