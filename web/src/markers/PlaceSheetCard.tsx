import {
  createMarker,
  getQrSheets,
  listMarkers,
  type Marker,
  type PlacedMarker,
  updateMarker,
} from '@plumbline/contract/markers/markers'
import { listLevels, type Project } from '@plumbline/contract/projects/projects'
import { Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { urlOf } from '../api/client.ts'
import { LoadFailed } from '../api/LoadFailed.tsx'
import { useRead, useWrite } from '../api/query.ts'
import { FloatingCard } from '../bim/viewer/FloatingCard.tsx'
import { formatIfcClass } from '../bim/viewer/format-ifc-class.ts'
import { useSession } from '../bim/viewer/ModelCanvas.tsx'
import type { SheetPlace } from '../bim/viewer/session-sheets.ts'
import { Button } from '../ui/Button.tsx'
import { ButtonLink } from '../ui/ButtonLink.tsx'
import { Combobox } from '../ui/Combobox.tsx'
import { Field } from '../ui/Field.tsx'
import { Input } from '../ui/Input.tsx'
import { useUiText } from '../ui/text.tsx'
import { buildPlacement, hasPlace, suggestLabel } from './sheet-placement.ts'
import { useMarkerText } from './text.ts'

const NEW = 'new'

/** The face that was clicked last; `isRefused`: no sheet can hang on it. */
function useClickedPlace(onPlace: () => void) {
  const session = useSession()
  const [place, setPlace] = useState<SheetPlace | null>(null)
  const [isRefused, setRefused] = useState(false)
  /** the room of an earlier click may be found after that of a later one */
  const latest = useRef<Promise<SheetPlace> | null>(null)
  const hear = useRef(onPlace)
  useEffect(() => {
    hear.current = onPlace
  })
  useEffect(
    () =>
      session.sheets.onPick((found) => {
        latest.current = found
        setRefused(found === null)
        if (!found) setPlace(null)
        void found?.then((described) => {
          if (latest.current !== found) return
          setPlace(described)
          hear.current()
        })
      }),
    [session],
  )
  const forget = () => {
    latest.current = null
    setPlace(null)
  }
  return { place, isRefused, forget }
}

/** Shows the placed sheets as symbols in the model; a press on one chooses it. */
function useSheetSymbols(
  markers: readonly PlacedMarker[] | undefined,
  chosen: string | null,
  place: SheetPlace | null,
  onChoose: (id: string) => void,
) {
  const text = useMarkerText()
  const session = useSession()
  useEffect(() => {
    const symbols = (markers ?? []).filter(hasPlace).map(({ id, label, position: { x, y, z } }) => ({
      id,
      label: text.scanned(label),
      point: [x, y, z] as [number, number, number],
    }))
    session.sheets.showSymbols(symbols, chosen, place, text.chosenPlace)
  }, [session, markers, chosen, place, text])
  const choose = useRef(onChoose)
  useEffect(() => {
    choose.current = onChoose
  })
  useEffect(() => session.sheets.onOpen((id) => choose.current(id)), [session])
}

/** Card of the tool that places QR sheets: a click on a wall sets where a new or chosen sheet hangs. */
export default function PlaceSheetCard({ project, onClose }: { project: Project; onClose: () => void }) {
  const text = useMarkerText()
  const ui = useUiText()
  const params = { id: project.id }
  const { data: markers } = useRead(listMarkers, { params })
  const { data: levels, error: levelsError, refetch: readLevels } = useRead(listLevels, { params })
  const [chosen, setChosen] = useState<string | null>(null)
  /** null: the label is the suggested one */
  const [typed, setTyped] = useState<string | null>(null)
  const [placed, setPlaced] = useState<Pick<Marker, 'id' | 'label'> | null>(null)
  const { place, isRefused, forget } = useClickedPlace(() => setPlaced(null))
  const choose = (id: string | null) => {
    setChosen(id)
    setPlaced(null)
  }
  useSheetSymbols(markers, chosen, place, choose)
  const moved = markers?.find(({ id }) => id === chosen)
  const finish = (marker: Marker) => {
    setPlaced({ id: marker.id, label: marker.label || moved?.label || text.sheet })
    setChosen(null)
    setTyped(null)
    forget()
  }
  const create = useWrite(createMarker, { onDone: finish })
  const update = useWrite(updateMarker, { onDone: finish })
  const label = typed ?? (place ? suggestLabel(place) : '')
  const submit = () => {
    if (!place || !levels) return
    const body = buildPlacement(place, levels)
    if (moved) update.run({ params: { ...params, markerId: moved.id }, body })
    else create.run({ params, body: { ...body, label: label.trim() } })
  }
  const printed = placed ?? moved
  const hint = (
    <p role="status" className="text-13 text-text-muted">
      {isRefused ? text.notUpright : place ? null : placed ? text.placed(placed.label) : text.placeHint}
    </p>
  )
  // On phones the card is folded until there is something to fill in or to print.
  const isIdle = !place && !printed
  return (
    <FloatingCard title={text.place} onClose={onClose} brief={isIdle ? hint : undefined}>
      {!isIdle && hint}
      <form
        className="flex flex-col gap-1 pt-2"
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {place && <PlaceSummary place={place} />}
        {place && !levels && levelsError && (
          <LoadFailed error={levelsError} onRetry={() => void readLevels()}>
            {ui.loadFailed}
          </LoadFailed>
        )}
        <Field label={text.sheet}>
          <Combobox
            options={[
              { value: NEW, label: text.newSheet },
              ...(markers ?? []).map(({ id, label, level_name }) => ({
                value: id,
                label: level_name && level_name !== label ? `${label} · ${level_name}` : label,
              })),
            ]}
            value={chosen ?? NEW}
            onChange={(id) => choose(id === NEW ? null : id)}
          />
        </Field>
        {place && !moved && (
          <Field label={text.label}>
            <Input maxLength={120} value={label} onChange={setTyped} />
          </Field>
        )}
        <div className="mt-1 flex flex-wrap gap-2">
          {place && (
            <Button
              look="primary"
              type="submit"
              disabled={!levels}
              loading={create.pending || update.pending}
            >
              {moved ? text.moveSheet : text.createSheet}
            </Button>
          )}
          {printed && (
            <ButtonLink
              look={place ? 'secondary' : 'primary'}
              target="_blank"
              href={urlOf(getQrSheets, { params, query: { format: 'pdf', marker_id: printed.id } })}
            >
              <Printer aria-hidden /> {text.print}
            </ButtonLink>
          )}
        </div>
      </form>
    </FloatingCard>
  )
}

/** The storey, axes and room of a place, and its element. */
function PlaceSummary({ place }: { place: SheetPlace }) {
  const { element } = place
  return (
    <div className="[overflow-wrap:anywhere]">
      <p className="font-medium">{[place.storey, place.axes, place.room].filter(Boolean).join(' · ')}</p>
      <p className="text-13 text-text-muted">
        {[formatIfcClass(element.class), element.name].filter(Boolean).join(' ')}
      </p>
    </div>
  )
}
