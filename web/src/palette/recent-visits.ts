/** The last entries opened through the palette, newest first, stored for the browser tab. */
export interface PaletteVisit {
  id: string
  label: string
  detail?: string
  href: string
}

const KEY = 'plumbline.visits'
const MAX_VISITS = 5

export function readVisits(): PaletteVisit[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as PaletteVisit[]
  } catch {
    return []
  }
}

export function storeVisit({ id, label, detail, href }: PaletteVisit) {
  const others = readVisits().filter((visit) => visit.id !== id)
  try {
    sessionStorage.setItem(KEY, JSON.stringify([{ id, label, detail, href }, ...others].slice(0, MAX_VISITS)))
  } catch {
    // storage is blocked: nothing is remembered
  }
}
