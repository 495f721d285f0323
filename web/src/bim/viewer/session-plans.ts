import type { PlanSheet } from '@plumbline/viewer/plan-sheet'
import { getLengthUnit, type MeasurementUnits } from '../../projects/units.ts'
import type { SessionLines } from './session-lines.ts'
import type { SessionHost } from './session-state.ts'
import type { SessionTools } from './session-tools.ts'
import { findGroundStorey } from './storeys.ts'

interface SheetFile {
  content: Blob
  sheet: PlanSheet
}

async function writePdf(sheet: PlanSheet) {
  const [{ formatPdf, listPrintedTexts }, { loadSheetFonts, drawText }] = await Promise.all([
    import('@plumbline/viewer/plan-pdf'),
    import('./sheet-texts.ts'),
  ])
  return await formatPdf(sheet, { fonts: await loadSheetFonts(listPrintedTexts(sheet)), drawText })
}

/** Draws storeys as plans to scale, for paper and for browsers without WebGL. */
export class SessionPlans {
  readonly #host: SessionHost
  readonly #tools: SessionTools
  readonly #lines: SessionLines
  readonly #locale: string
  readonly #units: MeasurementUnits

  constructor(
    host: SessionHost,
    tools: SessionTools,
    lines: SessionLines,
    locale: string,
    units: MeasurementUnits,
  ) {
    this.#host = host
    this.#tools = tools
    this.#lines = lines
    this.#locale = locale
    this.#units = units
  }

  /**
   * Draws a storey, by default the ground floor; null if none of it is visible. `incomplete`: for a sheet to be saved, which
   * is drawn only once all models have been loaded or failed; the message that parts are missing.
   */
  async draw(
    name: string | null,
    title: string,
    format: 'svg' | 'pdf',
    { incomplete }: { incomplete?: string } = {},
  ): Promise<SheetFile | null> {
    const { viewer } = this.#host
    const isWhole = incomplete !== undefined
    if (isWhole) await Promise.allSettled([...viewer.models.values()].map(({ ready }) => ready))
    const { storeys } = this.#tools
    const storey = storeys.find((each) => each.name === name) ?? findGroundStorey(storeys)
    const [ref] = storey?.refs ?? []
    const model = ref && viewer.models.get(ref.model)
    if (!ref || !model) return null
    const [{ drawPlan, BELOW_M }, sheets, { findFloor, PLAN_CUT_M }] = await Promise.all([
      import('@plumbline/viewer/plan-drawing'),
      import('@plumbline/viewer/plan-sheet'),
      import('@plumbline/viewer/floors'),
      // A plan without room names is better than none. For a sheet to be saved, rooms are gathered with the rest
      // of its storey.
      ...(isWhole ? [] : [...viewer.models.keys()].map((id) => viewer.loadSpaces(id).catch(() => {}))),
    ])
    const floor = findFloor(model, ref.storey)
    if (!floor) return null
    const { name: unit, metres: unit_m } = getLengthUnit(this.#units)
    const write = (value: number, digits: number) =>
      new Intl.NumberFormat(this.#locale, { maximumFractionDigits: digits }).format(value)
    const { elevation } = floor
    const parts = isWhole ? await viewer.gather(elevation - BELOW_M, elevation + PLAN_CUT_M) : null
    const drawing = drawPlan(viewer.models.values(), floor, this.#lines.drawings)
    parts?.release()
    const sheet = sheets.layOutSheet(drawing, {
      title: [title, storey?.name ?? '', ...(parts && parts.missing > 0 ? [incomplete] : [])].join(', '),
      area: (square_metres) => `${write(square_metres / unit_m ** 2, 1)} ${unit}²`,
      length: (metres) => `${write(metres / unit_m, 0)} ${unit}`,
      unit_m,
    })
    if (!sheet) return null
    const content =
      format === 'svg'
        ? new Blob([sheets.formatSvg(sheet)], { type: 'image/svg+xml' })
        : new Blob([await writePdf(sheet)], { type: 'application/pdf' })
    return { content, sheet }
  }
}
