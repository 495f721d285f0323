import { createWriteStream, existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { generateBuilding } from '@plumbline/bim/generate/building'
import { chooseBuildingSize } from '@plumbline/bim/generate/sizes'

const MOST_FILES = 10
const DISCIPLINES = ['architecture', 'structure', 'services'] as const

/** The files of a folder, at most ten, or the requested ones; generated buildings if there are none. */
export async function listModelFiles(
  folder: string,
  work: string,
  asked: readonly string[],
): Promise<Map<string, string>> {
  const found = existsSync(folder) ? readdirSync(folder).filter((name) => name.endsWith('.ifc')) : []
  const files = new Map(found.map((file) => [file.slice(0, -4), join(folder, file)]))
  if (asked.length > 0) return new Map([...files].filter(([name]) => asked.includes(name)))
  if (files.size > 0) return new Map([...files].slice(0, MOST_FILES))
  for (let seed = 1; seed <= MOST_FILES; seed++) {
    const discipline = DISCIPLINES[seed % DISCIPLINES.length] ?? 'architecture'
    const file = join(work, `${discipline}-${seed}.ifc`)
    const size = chooseBuildingSize(discipline, seed * 4e5)
    await pipeline(
      Readable.from(generateBuilding({ ...size, discipline, version: 1, seed })),
      createWriteStream(file),
    )
    files.set(`${discipline}-${seed}`, file)
  }
  return files
}
