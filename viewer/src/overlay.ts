/** A layer over the canvas for markers and labels, made beside it. */
export function overlayBeside(canvas: HTMLCanvasElement): HTMLElement {
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
 * Styles for what a feature puts over the canvas, without a style element, which a page's security policy may forbid.
 * Returns the function that takes them away again.
 */
export function wearStyle(css: string): () => void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets.push(sheet)
  return () => {
    const index = document.adoptedStyleSheets.indexOf(sheet)
    if (index >= 0) document.adoptedStyleSheets.splice(index, 1)
  }
}
