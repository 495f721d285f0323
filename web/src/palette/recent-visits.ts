import { storage } from '../base/storage.ts'

/** The last entries opened through the palette, newest first, stored for the browser tab. */
export interface PaletteVisit {
  id: string
  label: string
  detail?: string
  href: string
}

const KEY = 'plumbline.visits'
const MAX_VISITS = 5

/** Stored for one person: somebody else may sign in within this tab after a sign-out in another one. */
interface StoredVisits {
  owner: string | null
  visits: PaletteVisit[]
}

export function readVisits(): PaletteVisit[] {
  try {
    const { owner, visits } = JSON.parse(sessionStorage.getItem(KEY) ?? '{}') as Partial<StoredVisits>
    return owner === storage.owner() ? (visits ?? []) : []
  } catch {
    return []
  }
}

export function storeVisit({ id, label, detail, href }: PaletteVisit) {
  const others = readVisits().filter((visit) => visit.id !== id)
  const visits = [{ id, label, detail, href }, ...others].slice(0, MAX_VISITS)
  try {
    sessionStorage.setItem(KEY, JSON.stringify({ owner: storage.owner(), visits } satisfies StoredVisits))
  } catch {
    // storage is blocked: nothing is remembered
  }
}
