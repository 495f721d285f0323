/** Creates an element over the canvas for markers and labels and inserts it after the canvas. */
export function createOverlay(canvas: HTMLCanvasElement): HTMLElement {
  const overlay = document.createElement('div')
  Object.assign(overlay.style, {
    position: 'absolute',
    inset: '0',
    overflow: 'hidden',
    pointerEvents: 'none',
  })
  canvas.after(overlay)
  return overlay
}

/**
 * Adds CSS as a constructed style sheet, because a content security policy may forbid style elements. Returns a
 * function that removes it.
 */
export function addStyle(css: string): () => void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
  return () => {
    const index = document.adoptedStyleSheets.indexOf(sheet)
    if (index >= 0) document.adoptedStyleSheets.splice(index, 1)
  }
}
