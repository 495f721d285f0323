import type { Mutant } from '../generate/mutant.ts'
import { decodeChunk } from '../src/pack.ts'
import { FormsBuilder } from '../src/revisions/element-forms.ts'
import { type MatchedRevisions, matchRevisions } from '../src/revisions/match-revisions.ts'
import { buildRevision, type Revision } from '../src/revisions/revision.ts'
import { convertBytes } from './converted.ts'

/** Converts a file and prepares it for matching. */
export async function convertRevision(text: string | Uint8Array): Promise<Revision> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const { structure, manifest, artefacts, hashes } = await convertBytes(bytes)
  const builder = new FormsBuilder(structure, manifest.origin)
  for (const { file } of manifest.chunks)
    builder.addChunk(await decodeChunk(artefacts.get(file) as Uint8Array))
  const properties = new Float64Array(structure.elements.guid.length)
  return buildRevision({
    structure,
    storeys: manifest.storeys,
    forms: builder.finish(),
    shape: hashes.shape,
    properties,
  })
}

export interface MatchQuality {
  surviving: number
  right: number
  wrong: number
  /** deleted elements that were matched with an element */
  invented: number
  wrongOnes: string[]
}

/** Compares a match with the truth of a mutant. */
function judgeMatch(
  older: Revision,
  newer: Revision,
  match: MatchedRevisions,
  { truth }: Mutant,
): MatchQuality {
  const quality: MatchQuality = { surviving: 0, right: 0, wrong: 0, invented: 0, wrongOnes: [] }
  const rowsOfNewer = new Map(newer.guid.map((guid, row) => [guid, row]))
  for (let row = 0; row < older.count; row++) {
    const now = truth.get(older.guid[row] ?? '')
    if (!now || older.forms.has[row] !== 1) continue
    const rows = now
      .map((guid) => rowsOfNewer.get(guid) ?? -2)
      .filter((other) => newer.forms.has[other] === 1)
    const to = match.to[row] ?? -1
    if (rows.length === 0) {
      if (now.length > 0 || to < 0) continue
      quality.invented++
      quality.wrongOnes.push(
        `${older.family[row]} ${older.name[row]} deleted, way ${match.way[row]} score ${match.score[row]}`,
      )
      continue
    }
    quality.surviving++
    // twins: another element with the same words and shape at the same place
    if (rows.includes(to) || rows.some((row) => isTwin(newer, row, to))) quality.right++
    else if (to >= 0) {
      quality.wrong++
      quality.wrongOnes.push(
        `${older.family[row]} ${older.name[row]} way ${match.way[row]} score ${match.score[row]}`,
      )
    }
  }
  return quality
}

function isTwin({ forms, shape, properties, name }: Revision, one: number, other: number): boolean {
  if (other < 0 || shape[one] !== shape[other] || properties[one] !== properties[other]) return false
  for (let axis = 0; axis < 3; axis++)
    if (Math.abs((forms.centre[one * 3 + axis] ?? 0) - (forms.centre[other * 3 + axis] ?? 0)) > 1e-3)
      return false
  return /^Renamed/.test(name[one] ?? '') || name[one] === name[other]
}

export const matchAndJudge = (older: Revision, newer: Revision, mutant: Mutant) => {
  const match = matchRevisions(older, newer)
  return { match, quality: judgeMatch(older, newer, match, mutant) }
}
