import type { Project } from '@plumbline/contract/projects/projects'
import { useEffect, useState } from 'react'
import { Banner } from '../../ui/Banner.tsx'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Select.tsx'
import { useSession, useSessionState } from './ModelCanvas.tsx'
import { findGroundStorey, mergeStoreys } from './storeys.ts'
import { useViewerText } from './text.ts'

/** Replaces the 3D view in browsers without WebGL: explains what to do, and shows the storeys as plans. */
export default function NoDrawing(props: { project: Project; onNewIssue: (() => void) | null }) {
  const text = useViewerText()
  const session = useSession()
  const { models, shownRevision } = useSessionState()
  const storeys = mergeStoreys(models)
  const [chosen, setChosen] = useState<string | null>(null)
  const [picture, setPicture] = useState<string | null>(null)
  const [isEmpty, setIsEmpty] = useState(false)
  const storey = storeys.find(({ name }) => name === chosen)?.name ?? findGroundStorey(storeys)?.name ?? null
  const loaded = models.map(({ id, loaded_bytes }) => `${id} ${loaded_bytes}`).join()
  const isLoaded = models.every(({ isComplete }) => isComplete)
  const { name } = props.project
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again when more is loaded or shown
  useEffect(() => {
    let url: string | null = null
    let isCurrent = true
    void session.plans
      .draw(storey, name, 'svg')
      // its code failed to load: the rest of the page stays usable
      .catch(() => undefined)
      .then((drawn) => {
        if (!isCurrent) return
        url = drawn ? URL.createObjectURL(drawn.content) : null
        setPicture(url)
        setIsEmpty(drawn === null)
      })
    return () => {
      isCurrent = false
      if (url) URL.revokeObjectURL(url)
    }
  }, [session, storey, name, loaded, shownRevision])
  return (
    <div className="absolute inset-0 flex flex-col gap-3 overflow-y-auto bg-canvas p-4 pt-16">
      <Banner
        tone="warning"
        action={props.onNewIssue && <Button onClick={props.onNewIssue}>{text.newIssue}</Button>}
      >
        <p className="font-semibold">{text.noWebGl}</p>
        <p>{text.noWebGlHint}</p>
      </Banner>
      {storeys.length > 0 && (
        <Select
          aria-label={text.plan}
          className="max-w-60"
          options={storeys.map((each) => ({ value: each.name, label: each.name }))}
          value={storey}
          onChange={setChosen}
        />
      )}
      {isEmpty && storey && isLoaded && <p className="text-text-muted">{text.planEmpty}</p>}
      {picture && storey && (
        <img src={picture} alt={text.planOf(storey)} className="w-full rounded-card border border-line" />
      )}
    </div>
  )
}
