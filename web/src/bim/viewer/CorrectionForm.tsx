import { listCorrections, setCorrection } from '@plumbline/contract/bim/views'
import { isLevelAtLeast } from '@plumbline/contract/roles'
import { useEffect, useRef, useState } from 'react'
import { LoadingState } from '../../api/LoadingState.tsx'
import { useRead, useWrite } from '../../api/query.ts'
import { useProject } from '../../projects/use-project.ts'
import { Button } from '../../ui/Button.tsx'
import { toast } from '../../ui/toast.ts'
import { computeCorrection } from './alignment.ts'
import { LengthField } from './LengthField.tsx'
import { useSession } from './ModelCanvas.tsx'
import { RotationField } from './RotationField.tsx'
import { useViewerText } from './text.ts'

const NO_CORRECTION = { turn_deg: 0, east_m: 0, north_m: 0, height_m: 0 }

/** Form that corrects the position and rotation of a file, for all members. */
export function CorrectionForm({
  headerId,
  name,
  onDone,
}: {
  headerId: string
  name: string
  onDone: () => void
}) {
  const text = useViewerText()
  const project = useProject()
  const { data, error, refetch } = useRead(listCorrections, { params: { id: project.id } })
  const now = data?.find(({ header_id }) => header_id === headerId) ?? NO_CORRECTION
  const saved = useRef(now)
  saved.current = now
  const [draft, setDraft] = useState<typeof NO_CORRECTION | null>(null)
  const { turn_deg, east_m, north_m, height_m } = draft ?? now
  const values = { turn_deg, east_m, north_m, height_m }
  const write = useWrite(setCorrection, {
    onDone: () => {
      toast.success({ title: text.corrected })
      onDone()
    },
  })
  const session = useSession()
  const [points, setPoints] = useState<number | null>(null)
  const cancel = useRef<(() => void) | null>(null)
  useEffect(() => () => cancel.current?.(), [])
  const alignByPoints = () => {
    cancel.current?.()
    cancel.current = session.align.start(headerId, setPoints, (placement, pivot) => {
      // the clicks were on the model at its saved correction, whatever the fields contain in the meantime
      setDraft(computeCorrection(placement, saved.current, pivot))
    })
  }
  const may = isLevelAtLeast(project.my_permission_level, 'EDITOR')
  const field = (key: 'east_m' | 'north_m' | 'height_m', label: string) => (
    <LengthField
      label={label}
      units={project.units}
      value={values[key]}
      onChange={(value) => setDraft({ ...values, [key]: value })}
    />
  )
  if (!data) return <LoadingState error={error} onRetry={() => void refetch()} />
  return (
    <form
      aria-label={text.correctionOf(name)}
      className="mt-1 flex flex-col gap-2 rounded-control bg-sunken p-2"
      onSubmit={(event) => {
        event.preventDefault()
        write.run({ params: { id: project.id, headerId }, body: values })
      }}
    >
      <p className="text-12 text-text-muted">{text.correctionHint}</p>
      <div className="flex flex-col gap-1">
        {field('east_m', text.east)}
        {field('north_m', text.north)}
        {field('height_m', text.height)}
        <RotationField
          value={turn_deg}
          step={0.1}
          labelWidth="w-16"
          onChange={(degrees) => setDraft({ ...values, turn_deg: degrees })}
        />
      </div>
      {points === null ? (
        <Button size="small" className="self-start" onClick={alignByPoints}>
          {text.alignByPoints}
        </Button>
      ) : (
        <p role="status" className="text-13">
          {text.alignSteps[points] ?? ''}
        </p>
      )}
      <div className="flex gap-2">
        <Button
          size="small"
          type="submit"
          loading={write.pending}
          disabled={may ? false : text.mayNotCorrect}
        >
          {text.save}
        </Button>
        <Button size="small" look="ghost" onClick={() => setDraft(NO_CORRECTION)}>
          {text.reset}
        </Button>
      </div>
    </form>
  )
}
