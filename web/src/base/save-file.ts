/** Safari on iPhones reads the file only once the person has agreed to the download. */
const DECIDE_MS = 60_000

/** Downloads a blob as a file. */
export function saveFile(content: Blob, name: string) {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(url), DECIDE_MS)
}

/** Renders a square SVG as a PNG of `pixels` by `pixels`. */
export async function svgToPng(svg: string, pixels: number): Promise<Blob> {
  const image = new Image(pixels, pixels)
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }))
  try {
    image.src = url
    await image.decode()
    const canvas = document.createElement('canvas')
    canvas.width = pixels
    canvas.height = pixels
    const context = canvas.getContext('2d')
    if (!context) throw new Error('This browser cannot draw pictures')
    context.imageSmoothingEnabled = false
    context.drawImage(image, 0, 0, pixels, pixels)
    const { promise, resolve, reject } = Promise.withResolvers<Blob>()
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be made'))))
    return await promise
  } finally {
    URL.revokeObjectURL(url)
  }
}
