/** One screen as it was taken: its name, and the files of its pictures by look. */
export interface TakenScreen {
  name: string
  path: string
  pictures: { look: string; file: string; width: number; height: number }[]
}

const escapeHtml = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** height of a picture on the sheet, in pixels */
const PICTURE_PX = 180

const style = `
body { margin: 24px; font: 13px/1.4 system-ui, sans-serif; color: #1b1d1f; background: #e9eaec }
main { display: flex; flex-wrap: wrap; gap: 20px }
figure { margin: 0 }
figcaption { margin-bottom: 4px; max-width: 770px; overflow-wrap: anywhere }
figcaption span { color: #5c6166 }
div { display: flex; gap: 6px }
img { display: block; height: ${PICTURE_PX}px; outline: 1px solid #c4c7cb }`

/** A page with all pictures, small and beside each other; each opens in full size. */
export function buildSheet(title: string, screens: readonly TakenScreen[]): string {
  const figures = screens.map(({ name, path, pictures }) => {
    const images = pictures.map(({ look, file, width, height }) => {
      const shown = Math.round((PICTURE_PX * width) / height)
      return `<a href="${file}"><img src="${file}" width="${shown}" alt="${escapeHtml(`${name}, ${look}`)}" title="${escapeHtml(look)}"></a>`
    })
    return `<figure><figcaption>${escapeHtml(name)} <span>${escapeHtml(path)}</span></figcaption><div>${images.join('')}</div></figure>`
  })
  return `<!doctype html><meta charset="utf-8"><title>${escapeHtml(title)}</title><style>${style}</style><h1>${escapeHtml(title)}</h1><main>${figures.join('\n')}</main>`
}
