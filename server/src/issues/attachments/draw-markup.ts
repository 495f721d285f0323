import type { MarkupShape } from '@plumbline/contract/issues/attachments'
import { markupSvg } from '@plumbline/contract/issues/markup'
import { outlineText } from '../../blobs/text-outline.ts'

export interface MarkupInput {
  shapes: MarkupShape[]
  width: number
  height: number
}

/** Worker thread entry: draws markup shapes as an SVG of this size in pixels. */
export async function* work({ shapes, width, height }: MarkupInput): AsyncGenerator<string> {
  yield markupSvg(shapes, width, height, outlineText)
}
