import type { Viewer } from '../viewer.ts'
import { PinLayer, type PinOptions, type PinsFeature } from './pins.ts'

/** QR sheets on the walls of the model: small symbols that are visible, and take clicks, only while their tool is active. */
export interface SheetsFeature extends PinsFeature {
  stop(): void
}

export const SHEET_TOOL = 'sheet'

export function sheets(viewer: Viewer, options: PinOptions = {}): SheetsFeature {
  return new SheetLayer(viewer, options)
}

class SheetLayer extends PinLayer implements SheetsFeature {
  readonly #viewer: Viewer
  readonly #unsubscribe: () => void

  constructor(viewer: Viewer, options: PinOptions) {
    super(viewer, { icon: createSymbol, duringTools: true, ...options })
    this.#viewer = viewer
    this.visible = false
    this.#unsubscribe = viewer.on('tool', ({ tool }) => {
      this.visible = tool === SHEET_TOOL
    })
  }

  stop(): void {
    if (this.#viewer.tool === SHEET_TOOL) this.#viewer.setTool(null)
  }

  override dispose(): void {
    this.#unsubscribe()
    super.dispose()
  }
}

const SVG = 'http://www.w3.org/2000/svg'
/** three finder patterns and a few modules of a QR code, in a square of 13 */
const SYMBOL =
  'M0 0h5v5H0zM1.5 1.5v2h2v-2zM8 0h5v5H8zM9.5 1.5v2h2v-2zM0 8h5v5H0zM1.5 9.5v2h2v-2zM8 8h2v2H8zM11 8h2v2h-2zM8 11h2v2H8zM11 11h2v2h-2z'

function createSymbol(): SVGElement {
  const symbol = document.createElementNS(SVG, 'svg')
  symbol.setAttribute('viewBox', '0 0 13 13')
  symbol.setAttribute('aria-hidden', 'true')
  const path = symbol.appendChild(document.createElementNS(SVG, 'path'))
  path.setAttribute('d', SYMBOL)
  path.setAttribute('fill', 'currentColor')
  path.setAttribute('fill-rule', 'evenodd')
  return symbol
}
