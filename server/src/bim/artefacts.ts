import fsp from 'node:fs/promises'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { ARTEFACT_FORMAT, CONVERTER_VERSION, nameConverter } from '@plumbline/bim/model'
import type { RawBuilder } from 'kysely'
import { BlobMissingError } from '../blobs/blob-store.ts'
import type { Server } from '../context.ts'
import { toJsonb } from '../db/database.ts'
import { buildArtefactPath, KEY_SUFFIX, RESULT_FILE } from '../projects/artefact-folders.ts'
import type { ConversionResult } from './convert/run-conversion.ts'

/**
 * Artefacts of converted models are stored under artefacts/<company>/<content key>/, so identical bytes are converted once
 * per company and never shared across companies. The key includes the versions of format and converter, so that one version
 * never overwrites the artefacts of another. result.json is written last and marks a complete folder.
 */

/** name of this server's converter, as stored in `bim_file_variants.converter` */
export const CURRENT_CONVERTER = nameConverter({ converter: CONVERTER_VERSION, format: ARTEFACT_FORMAT })

export interface StoredResult {
  /** columns of the version's row */
  columns: {
    artefacts_key: string
    artefacts_team_id: string
    ifc_schema: string
    counts: RawBuilder<never>
    warnings: RawBuilder<never>
    not_shown: number
    converter: string
    shell_file: string | null
    is_georeferenced: boolean | null
  }
  storeys: { guid: string; name: string; elevation_m: number }[]
}

interface ResultFile {
  schema: string
  counts: Record<string, number>
  warnings: unknown[]
  not_shown: number
  storeys: StoredResult['storeys']
  shell_file: string | null
  /** missing in the results of older servers */
  is_georeferenced?: boolean
}

export interface ArtefactFolder {
  key: string
  team_id: string
  path: string
}

export function artefactFolder(teamId: string, sha256: string): ArtefactFolder {
  const key = `${sha256.slice(0, 40)}${KEY_SUFFIX}`
  return { key, team_id: teamId, path: buildArtefactPath({ team_id: teamId, key }) }
}

function toStoredResult({ key, team_id }: ArtefactFolder, file: ResultFile): StoredResult {
  const { schema, counts, warnings, not_shown, storeys, shell_file, is_georeferenced = null } = file
  return {
    columns: {
      artefacts_key: key,
      artefacts_team_id: team_id,
      ifc_schema: schema,
      counts: toJsonb(counts),
      warnings: toJsonb(warnings),
      not_shown,
      converter: CURRENT_CONVERTER,
      shell_file,
      is_georeferenced,
    },
    storeys,
  }
}

/** The result of an earlier conversion of the same bytes, or null. */
export async function findResult({ blobs }: Pick<Server, 'blobs'>, folder: ArtefactFolder) {
  try {
    const file = JSON.parse(await text(await blobs.read(`${folder.path}/${RESULT_FILE}`))) as ResultFile
    return toStoredResult(folder, file)
  } catch (error) {
    if (error instanceof BlobMissingError) return null
    throw error
  }
}

/** Moves the converter's output into the store. */
export async function storeResult(
  { blobs }: Pick<Server, 'blobs'>,
  folder: ArtefactFolder,
  outDir: string,
  result: ConversionResult,
): Promise<StoredResult> {
  for (const name of await fsp.readdir(outDir))
    await blobs.putFile(`${folder.path}/${name}`, path.join(outDir, name))
  const file: ResultFile = {
    schema: result.schema,
    counts: result.counts,
    warnings: result.warnings,
    not_shown: result.not_shown.length,
    storeys: result.manifest.storeys.map(({ guid, name, elevation_m }) => ({ guid, name, elevation_m })),
    shell_file: result.manifest.chunks[0]?.file ?? null,
    is_georeferenced: result.manifest.georeference !== null,
  }
  await blobs.put(`${folder.path}/${RESULT_FILE}`, Buffer.from(JSON.stringify(file)))
  return toStoredResult(folder, file)
}
