import type { MeasureKind, Measurement } from '@plumbline/viewer/measurement'
import { Copy, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { formatLength, formatMeasurement, type MeasurementUnits } from '../../projects/units.ts'
import { Button } from '../../ui/Button.tsx'
import { IconButton } from '../../ui/IconButton.tsx'
import { useUiText } from '../../ui/text.tsx'
import { useCopy } from '../../ui/use-copy.ts'
import { FloatingCard } from './FloatingCard.tsx'
import { LengthField } from './LengthField.tsx'
import { useSession, useSessionState } from './ModelCanvas.tsx'
import { useViewerText } from './text.ts'
import { useClearMeasurements } from './use-clear-measurements.ts'

/** Kinds of measurement: first those by points, then those by one click. */
const KINDS: readonly MeasureKind[] = ['distance', 'angle', 'area', 'edge', 'face']

/** Card of the measure tool: kind of measurement, hint, and list of results. */
export default function MeasureCard(props: { units: MeasurementUnits; onClose: () => void }) {
  const text = useViewerText()
  const { locale } = useUiText()
  const session = useSession()
  const clearMeasurements = useClearMeasurements()
  const { measuring, pointCount: points, measurements: results } = useSessionState()
  const byPoints = measuring === 'distance' || measuring === 'angle' || measuring === 'area'
  const format = (result: Measurement) =>
    `${text.kinds[result.kind]}: ${formatMeasurement(result, props.units, locale)}`
  const copyText = useCopy()
  const copy = (list: readonly Measurement[]) =>
    void copyText(list.map(format).join('\n'), { title: text.copied })
  const brief = (
    <>
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be laid out in a row everywhere */}
      <div
        role="group"
        aria-label={text.measureWhat}
        className="grid grid-cols-[repeat(5,auto)] gap-1 sm:grid-cols-3"
      >
        {KINDS.map((kind) => (
          <Button
            key={kind}
            size="small"
            className="min-w-0 px-1"
            look={measuring === kind ? 'secondary' : 'ghost'}
            aria-pressed={measuring === kind}
            onClick={() => session.tools.measure(kind)}
          >
            {text.kinds[kind]}
          </Button>
        ))}
      </div>
      {measuring && (
        <p role="status" className="pt-2 text-13 text-text-muted">
          {points > 0 ? text.pointsSet(points) : text.measureHints[measuring]}{' '}
          {matchMedia('(pointer: coarse)').matches && text.lensHint}
        </p>
      )}
      {measuring === 'area' && points >= 3 && (
        <Button size="small" className="mt-2" onClick={session.tools.finishMeasuring}>
          {text.finish}
        </Button>
      )}
    </>
  )
  return (
    <FloatingCard title={text.measure} onClose={props.onClose} brief={brief}>
      {byPoints && <PointByNumbers units={props.units} />}
      <h3 className="flex items-center pt-3 pb-1 font-medium text-13">
        <span className="flex-1">{text.measurements}</span>
        {results.length > 0 && (
          <>
            <IconButton
              size="small"
              name={text.copyAll}
              icon={<Copy aria-hidden />}
              onClick={() => copy(results)}
            />
            <IconButton
              size="small"
              name={text.removeAll}
              icon={<Trash2 aria-hidden />}
              onClick={clearMeasurements}
            />
          </>
        )}
      </h3>
      {results.length === 0 && <p className="text-13 text-text-muted">{text.noMeasurements}</p>}
      <ul aria-live="polite">
        {results.map((result) => (
          <li key={result.id} className="flex items-center gap-1 border-line border-t py-1 text-13">
            <span className="min-w-0 flex-1">
              <span className="text-text-muted">{text.kinds[result.kind]}</span>{' '}
              <strong className="font-medium tabular-nums">
                {formatMeasurement(result, props.units, locale)}
              </strong>
              <Details result={result} units={props.units} />
            </span>
            <IconButton
              size="small"
              name={`${text.copy} ${format(result)}`}
              icon={<Copy aria-hidden />}
              onClick={() => copy([result])}
            />
            <IconButton
              size="small"
              name={`${text.remove} ${format(result)}`}
              icon={<Trash2 aria-hidden />}
              onClick={() => session.tools.removeMeasurement(result.id)}
            />
          </li>
        ))}
      </ul>
    </FloatingCard>
  )
}

function Details({ result, units }: { result: Measurement; units: MeasurementUnits }) {
  const text = useViewerText()
  const { locale } = useUiText()
  const write = (metres: number) => formatLength(metres, units, locale)
  const details: [name: string, value: string][] = []
  if ('delta_m' in result) {
    const [x, y, z] = result.delta_m
    details.push([text.horizontal, write(Math.hypot(x, y))], [text.vertical, write(z)])
  }
  if ('perimeter_m' in result) details.push([text.perimeter, write(result.perimeter_m)])
  if (details.length === 0) return null
  return (
    <span className="block text-12 text-text-muted tabular-nums">
      {details.map(([name, value]) => `${name} ${value}`).join(' · ')}
    </span>
  )
}

function PointByNumbers({ units }: { units: MeasurementUnits }) {
  const text = useViewerText()
  const session = useSession()
  const [point, setPoint] = useState<[number, number, number]>([0, 0, 0])
  const axis = (at: 0 | 1 | 2, label: string) => (
    <LengthField
      label={label}
      units={units}
      value={point[at]}
      onChange={(value) => setPoint(point.map((old, each) => (each === at ? value : old)) as typeof point)}
    />
  )
  return (
    <details className="pt-2">
      <summary className="text-13 text-text-muted">{text.enterCoordinates}</summary>
      <div className="flex flex-col gap-2 pt-2">
        {axis(0, 'X')}
        {axis(1, 'Y')}
        {axis(2, 'Z')}
        <Button size="small" onClick={() => session.tools.addPoint(...point)}>
          {text.addPoint}
        </Button>
      </div>
    </details>
  )
}
