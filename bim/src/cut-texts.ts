import type { ConversionReport, Manifest } from './model.ts'

/**
 * A file may hold names of any length, and the server has the texts of a manifest and of a report in memory and in its rows.
 * The whole names are in the structure.
 */
const MAX_LENGTH = 300

const cut = (text: string): string =>
  text.length > MAX_LENGTH ? `${text.slice(0, MAX_LENGTH - 1).toWellFormed()}…` : text

export function cutReport(report: ConversionReport): void {
  for (const warning of report.warnings) if (warning.which) warning.which = warning.which.map(cut)
  for (const row of report.not_shown) {
    row.guid = cut(row.guid)
    row.name = cut(row.name)
  }
}

export function cutManifest(manifest: Manifest): void {
  manifest.project_name = cut(manifest.project_name)
  manifest.length_unit = { ...manifest.length_unit, name: cut(manifest.length_unit.name) }
  if (manifest.georeference)
    manifest.georeference = { ...manifest.georeference, crs: cut(manifest.georeference.crs) }
  manifest.storeys = manifest.storeys.map(({ guid, name, ...storey }) => ({
    ...storey,
    guid: cut(guid),
    name: cut(name),
  }))
}
