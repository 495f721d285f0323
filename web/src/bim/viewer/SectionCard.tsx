import type { Box } from '@plumbline/bim/model'
import type { ClippingPlane } from '@plumbline/viewer/clipping'
import { FlipHorizontal2, Plus, Slice, Trash2 } from 'lucide-react'
import type { MeasurementUnits } from '../../projects/units.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { Switch } from '../../ui/Switch.tsx'
import { FloatingCard } from './FloatingCard.tsx'
import { LengthField, LengthInput } from './LengthField.tsx'
import { useSession, useSessionState } from './ModelCanvas.tsx'
import { RotationField } from './RotationField.tsx'
import { findSectionRoom } from './section-room.ts'
import { useViewerText } from './text.ts'
import { MAX_PLANES } from './view-url.ts'

/** Minimum thickness of a section box, metres. */
const MIN_BOX_M = 0.05
const AXES = ['x', 'y', 'z'] as const

/** Card of the section tool: box and planes as numbers. */
export default function SectionCard(props: { units: MeasurementUnits; onClose: () => void }) {
  const text = useViewerText()
  const session = useSession()
  const { box, boxTurn, planes, sectionHandlesShown: handles, tool, plan } = useSessionState()
  const { tools } = session
  const cut = (box !== null || planes.length > 0) && !plan
  const full = text.planesFull(MAX_PLANES)
  const room = findSectionRoom({ box, planes, plan })
  const isFull = !room.forPlane && full
  return (
    <FloatingCard
      title={text.section}
      onClose={props.onClose}
      brief={
        <div className="flex flex-wrap items-center gap-2">
          <span className="flex-1">
            <Switch
              label={text.box}
              checked={box !== null}
              disabled={!room.forBox}
              onChange={() => tools.toggleBox()}
            />
          </span>
          {tools.storeys.length > 0 && (
            <Button size="small" disabled={!room.forBox && full} onClick={() => tools.setStoreyBox()}>
              {text.storeyBox}
            </Button>
          )}
        </div>
      }
    >
      {box && boxTurn === 0 && <BoxSides box={box} units={props.units} />}
      {box && (
        <div className="pt-1">
          <RotationField
            value={boxTurn}
            step={1}
            labelWidth="w-22"
            onChange={(degrees) => tools.turnBox(degrees)}
          />
        </div>
      )}
      <h3 className="pt-3 pb-1 font-medium text-13">{text.planes}</h3>
      {!plan &&
        planes.map((plane, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: planes are identified by index
          <PlaneRow key={at} at={at} plane={plane} planes={planes} units={props.units} />
        ))}
      <div className="grid grid-cols-2 gap-1 pt-1">
        <Button
          size="small"
          look={tool === 'section' ? 'secondary' : 'ghost'}
          icon={<Slice aria-hidden />}
          aria-pressed={tool === 'section'}
          disabled={isFull}
          onClick={tools.pickFace}
        >
          {text.fromFace}
        </Button>
        {AXES.map((axis, at) => (
          <Button
            key={axis}
            size="small"
            look="ghost"
            icon={<Plus aria-hidden />}
            disabled={isFull}
            onClick={() => tools.addPlane(at as 0 | 1 | 2)}
          >
            {text.across[axis]}
          </Button>
        ))}
      </div>
      {isFull && <p className="pt-2 text-13 text-text-muted">{isFull}</p>}
      {tool === 'section' && (
        <p role="status" className="pt-2 text-13 text-text-muted">
          {text.pickFaceHint}
        </p>
      )}
      {cut && (
        <div className="mt-3 flex items-center gap-2 border-line border-t pt-2">
          <span className="min-w-0 flex-1">
            <Switch label={text.showHandles} checked={handles} onChange={(on) => tools.showHandles(on)} />
          </span>
          <Button size="small" onClick={tools.resetSection}>
            {text.reset}
          </Button>
        </div>
      )}
    </FloatingCard>
  )
}

function BoxSides({ box, units }: { box: Box; units: MeasurementUnits }) {
  const text = useViewerText()
  const session = useSession()
  const set = (side: number, value: number) => {
    const next = [...box] as Box
    const across = box[(side + 3) % 6] as number
    next[side] = side < 3 ? Math.min(value, across - MIN_BOX_M) : Math.max(value, across + MIN_BOX_M)
    session.tools.setBox(next)
  }
  return (
    <div className="grid grid-cols-2 gap-x-2 gap-y-1 pt-1">
      {[0, 3, 1, 4, 2, 5].map((side) => (
        <LengthField
          key={side}
          narrow
          label={text.handles[side] ?? ''}
          units={units}
          value={box[side] as number}
          onChange={(value) => set(side, value)}
        />
      ))}
    </div>
  )
}

function PlaneRow(props: {
  at: number
  plane: ClippingPlane
  planes: readonly ClippingPlane[]
  units: MeasurementUnits
}) {
  const { at, plane, planes } = props
  const text = useViewerText()
  const { tools } = useSession()
  const { location, direction } = plane
  const length = Math.hypot(...direction)
  // The offset is measured along the positive axis, so that flipping the plane keeps its number.
  const sign = direction[0] + direction[1] + direction[2] < -1e-9 ? -1 : 1
  const along = direction.map((value) => (value / length) * sign)
  const offset = location.reduce((sum, value, axis) => sum + value * (along[axis] ?? 0), 0)
  const axis = AXES.find((_, each) => Math.abs(along[each] ?? 0) > 1 - 1e-6)
  const facing = axis ? text.across[axis] : text.oblique
  const name = `${text.plane(at + 1)}, ${facing}`
  const change = (next: ClippingPlane | null) =>
    tools.setPlanes(planes.flatMap((each, index) => (index === at ? (next ?? []) : each)))
  const move = (to: number) =>
    change({
      direction,
      location: location.map((value, axis) => value + (along[axis] ?? 0) * (to - offset)) as typeof location,
    })
  return (
    <div className="flex items-center gap-1 pb-1">
      <span aria-hidden className="w-22 flex-none truncate text-12 text-text-muted" title={facing}>
        {`${at + 1} · ${facing}`}
      </span>
      <LengthInput
        className="min-w-0 flex-1"
        bare
        label={name}
        units={props.units}
        value={offset}
        onChange={move}
      />
      <IconButton
        size="small"
        name={`${text.flip} ${name}`}
        icon={<FlipHorizontal2 aria-hidden />}
        onClick={() => change({ location, direction: direction.map((value) => -value) as typeof direction })}
      />
      <IconButton
        size="small"
        name={`${text.remove} ${name}`}
        icon={<Trash2 aria-hidden />}
        onClick={() => change(null)}
      />
    </div>
  )
}
