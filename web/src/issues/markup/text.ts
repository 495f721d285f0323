import { catalogue } from '../../base/language.ts'
import type { MarkColor, MarkupShapeKind } from './shapes.ts'

const english = {
  drawOn: (name: string) => `Draw on ${name}`,
  view: 'the view',
  canvas: 'Drawing',
  canvasHint:
    'Drag to draw. Enter adds a shape in the centre; arrow keys move the selected shape, Shift and arrow keys resize it.',
  tools: 'Drawing tools',
  select: 'Select and move',
  kinds: {
    PEN: 'Pen',
    ARROW: 'Arrow',
    BOX: 'Box',
    CLOUD: 'Cloud',
    TEXT: 'Text',
    BLUR: 'Blur',
  } satisfies Record<MarkupShapeKind, string>,
  color: 'Colour',
  colors: {
    RED: 'Red',
    ORANGE: 'Orange',
    GREEN: 'Green',
    BLUE: 'Blue',
    BLACK: 'Black',
    WHITE: 'White',
  } satisfies Record<MarkColor, string>,
  width: 'Line width',
  widths: { thin: 'Thin', normal: 'Normal', thick: 'Thick' },
  undo: 'Undo',
  redo: 'Redo',
  remove: 'Delete shape',
  removeShape: (name: string) => `Delete ${name}`,
  shapes: 'Shapes',
  noShapes: 'Nothing drawn yet',
  words: 'Text',
  newWords: 'Text',
  zoomIn: 'Zoom in',
  zoomOut: 'Zoom out',
  whole: 'Whole picture',
  cancel: 'Cancel',
  save: 'Save',
  saved: 'Drawing saved',
  tooMany: (most: number) => `A drawing can have at most ${most} shapes`,
  stale: 'Somebody else has drawn on this in the meantime.',
  loadTheirs: 'Load their version',
  saveOver: 'Overwrite',
  failed: 'The picture could not be loaded',
}
export type MarkupText = typeof english

declare module '../../base/language.ts' {
  interface Texts {
    markup: MarkupText
  }
}

export const useMarkupText = catalogue('markup', english)
