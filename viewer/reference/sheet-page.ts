import type { PictureMeasures } from './picture-measures.ts'

/** The contents of one model's row in the sheet. */
export interface LightRow {
  name: string
  pictures: { title: string; png: Buffer; measures: PictureMeasures }[]
  notes: string
}

const escapeHtml = (text: string) => text.replace(/[&<>"]/g, (char) => `&#${char.charCodeAt(0)};`)

/** One line of figures of a picture. */
export function formatMeasures({ luminance, burnt, contrast, flat, similarity }: PictureMeasures): string {
  const percent = (share: number) => `${(share * 100).toFixed(1)} %`
  return `luminance ${luminance.toFixed(3)}, burnt out ${percent(burnt)}, contrast of faces ${contrast.toFixed(3)}, unseen edges ${percent(flat)}, similarity ${similarity.toFixed(3)}`
}

/** The page of the sheet: a row per model, its pictures side by side with their figures. */
export function buildLightSheet(rows: readonly LightRow[]): string {
  const figure = ({ title, png, measures }: LightRow['pictures'][number]) =>
    `<figure><img src="data:image/png;base64,${png.toString('base64')}"><figcaption><b>${escapeHtml(title)}</b><br>${formatMeasures(measures)}</figcaption></figure>`
  const row = ({ name, notes, pictures }: LightRow) =>
    `<h2>${escapeHtml(name)} <small>${escapeHtml(notes)}</small></h2><div>${pictures.map(figure).join('')}</div>`
  const style =
    'body{margin:8px;font:14px sans-serif}div{display:flex;gap:8px}figure{margin:0;width:640px}h2{margin:12px 4px 4px}small{font-weight:400}'
  return `<!doctype html><meta charset="utf-8"><style>${style}</style>${rows.map(row).join('')}`
}
