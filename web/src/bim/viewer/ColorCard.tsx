import { getElementFacets } from '@plumbline/contract/bim/elements'
import { colorings } from '@plumbline/contract/bim/views'
import { useState } from 'react'
import { useRead } from '../../api/query.ts'
import { Button } from '../../ui/Button.tsx'
import { Combobox } from '../../ui/Combobox.tsx'
import { Select } from '../../ui/Select.tsx'
import { Spinner } from '../../ui/Spinner.tsx'
import { useUiText } from '../../ui/text.tsx'
import type { ColoringBy, LegendEntry } from './coloring.ts'
import { FloatingCard } from './FloatingCard.tsx'
import { useSession, useSessionState } from './ModelCanvas.tsx'
import type { ActiveColoring } from './session-state.ts'
import { useViewerText } from './text.ts'

/** Card that colours elements by class, type, storey, system, model or any property, with a legend. */
export default function ColorCard(props: { projectId: string; onClose: () => void }) {
  const text = useViewerText()
  const session = useSession()
  const { coloring } = useSessionState()
  const [by, setBy] = useState<ColoringBy['by'] | null>(coloring?.by.by ?? null)
  const options = colorings.map((value) => ({ value, label: text.byWhat[value] }))
  const choice = (
    <div className="flex flex-col gap-2">
      <Select
        aria-label={text.colorBy}
        placeholder={text.colorBy}
        options={options}
        value={by}
        onChange={(value) => {
          setBy(value)
          if (value && value !== 'property') void session.colors.set({ by: value })
        }}
      />
      {by === 'property' && <PropertyPicker projectId={props.projectId} chosen={coloring?.by} />}
    </div>
  )
  return (
    <FloatingCard title={text.colors} onClose={props.onClose} brief={choice}>
      {coloring?.by.by === by && <Legend coloring={coloring} />}
      {coloring && (
        <Button
          size="small"
          className="mt-2"
          onClick={() => {
            setBy(null)
            void session.colors.set(null)
          }}
        >
          {text.reset}
        </Button>
      )}
    </FloatingCard>
  )
}

const keyOf = (set: string, property: string) => `${set}\n${property}`

/** Picker of a property from the search index of all models. */
function PropertyPicker(props: { projectId: string; chosen: ColoringBy | undefined }) {
  const text = useViewerText()
  const session = useSession()
  const { data } = useRead(getElementFacets, { params: { id: props.projectId }, query: {} }, { silent: true })
  const { set = '', property } = props.chosen ?? {}
  const own = property ? [{ value: keyOf(set, property), label: property }] : []
  const all = (data?.properties ?? []).map((facet) => ({
    value: keyOf(facet.set, facet.name),
    label: facet.set ? `${facet.name} (${facet.set})` : facet.name,
  }))
  const options = [...new Map([...own, ...all].map((option) => [option.value, option])).values()]
  return (
    <Combobox
      aria-label={text.property}
      placeholder={text.chooseProperty}
      options={options}
      value={property ? keyOf(set, property) : null}
      onChange={(value) => {
        const [own_set = '', name] = (value ?? '').split('\n')
        if (name) void session.colors.set({ by: 'property', set: own_set, property: name })
      }}
    />
  )
}

function Legend({ coloring }: { coloring: ActiveColoring }) {
  const text = useViewerText()
  const session = useSession()
  const { by, swatches, withoutValue: without, isPartial } = coloring
  if (!swatches)
    return (
      <p role="status" className="flex items-center gap-2 pt-3 text-13 text-text-muted">
        <Spinner />
        {text.reading}
      </p>
    )
  const unread = isPartial && (
    <p role="status" className="flex flex-wrap items-center gap-2 pt-3 text-13 text-text-muted">
      {text.propertiesFailed}
      <Button size="small" onClick={() => void session.colors.set(by)}>
        {text.tryAgain}
      </Button>
    </p>
  )
  if (swatches.length === 0)
    return (
      unread || (
        <p role="status" className="pt-3 text-13 text-text-muted">
          {text.noValues}
        </p>
      )
    )
  return (
    <>
      {unread}
      <ul className="pt-2">
        {swatches.map((swatch) => (
          <SwatchRow key={swatch.label} swatch={swatch} />
        ))}
      </ul>
      {without > 0 && <p className="pt-1 text-12 text-text-muted">{text.withoutValue(without)}</p>}
      <Button
        size="small"
        look="ghost"
        className="mt-1"
        onClick={() => session.visibility.ghostOthers(swatches.flatMap(({ elements }) => elements))}
      >
        {text.ghostRest}
      </Button>
    </>
  )
}

/** One colour of the legend; a click selects its elements. */
function SwatchRow({ swatch }: { swatch: LegendEntry }) {
  const text = useViewerText()
  const { locale } = useUiText()
  const session = useSession()
  const { color, label, elements } = swatch
  return (
    <li>
      <button
        type="button"
        onClick={() => session.selection.select(elements)}
        className="flex w-full items-center gap-2 rounded-control px-1 py-1 text-start text-13 -outline-offset-2 hover:bg-sunken pointer-coarse:min-h-11"
      >
        <span
          aria-hidden
          className="size-4 flex-none rounded-mark border border-line-strong"
          style={{ backgroundColor: `#${color.toString(16).padStart(6, '0')}` }}
        />
        <span className="min-w-0 flex-1 truncate">{label || text.others}</span>
        <span className="text-text-muted tabular-nums">
          {new Intl.NumberFormat(locale).format(elements.length)}
        </span>
      </button>
    </li>
  )
}
