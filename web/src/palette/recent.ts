/** The last entries opened through the palette, newest first, stored for the browser tab. */
export interface Visit {
  id: string
  label: string
  detail?: string
  href: string
}

const KEY = 'plumbline.visits'
const MOST = 5

export function visits(): Visit[] {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? '[]') as Visit[]
  } catch {
    return []
  }
}

export function keepVisit({ id, label, detail, href }: Visit) {
  const others = visits().filter((visit) => visit.id !== id)
  try {
    sessionStorage.setItem(KEY, JSON.stringify([{ id, label, detail, href }, ...others].slice(0, MOST)))
  } catch {
    // storage is blocked: nothing is remembered
  }
}
