import type { MarkupShape } from '@plumbline/contract/issues/attachments'
import { markupSvg } from '@plumbline/contract/issues/markup'
import { outlineText } from '../../blobs/text-outline.ts'

/** Lays out what was drawn on a picture, in a thread. */

export interface MarkupInput {
  shapes: MarkupShape[]
  width: number
  height: number
}

export async function* work({ shapes, width, height }: MarkupInput): AsyncGenerator<string> {
  yield markupSvg(shapes, width, height, outlineText)
}
