import { computeFingerprints, type Fingerprints } from './fingerprints/fingerprints.ts'
import type { Preparation } from './read-model.ts'
import type { ByteSource } from './source.ts'
import { StatementTable } from './step/statement-table.ts'
import { findRoundElements, type RoundElements } from './structure/round-elements.ts'

/** What is read from the table of all statements of a file, in the time of the drawing. */
export interface TableFindings {
  fingerprints: Fingerprints
  round: RoundElements | null
}

export function readTable(source: ByteSource, preparation: Preparation): TableFindings {
  const table = new StatementTable(source)
  return {
    fingerprints: computeFingerprints(table),
    round: findRoundElements(source, preparation, table),
  }
}
