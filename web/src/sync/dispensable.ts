import type { NewAnchor } from '@plumbline/contract/issues/anchors'
import type * as z from 'zod/mini'
import type { Operation } from '../api/outbox/operation.ts'
import { omitFields, readField } from '../base/nested-fields.ts'

/** Parts that a refused issue can be sent without: references to objects deleted while it waited. */

type Refused = Pick<Operation, 'kind' | 'body' | 'problem'>

const ANCHORS = 'anchors'
const readAnchors = ({ body }: Refused) => (body?.[ANCHORS] ?? []) as z.input<typeof NewAnchor>[]

/** The files of the refused locations, which are named `anchors.<index>.<field>`. */
function listRefusedFiles(operation: Refused): Set<string> {
  const anchors = readAnchors(operation)
  const indexes = (operation.problem?.fields ?? []).flatMap(
    (name) => /^anchors\.(\d+)\./.exec(name)?.[1] ?? [],
  )
  return new Set(indexes.flatMap((index) => anchors[Number(index)]?.bim_file_header_id ?? []))
}

/** Names of the fields; `anchors` for locations. */
export function listDispensable(operation: Refused): string[] {
  const { kind, body, problem } = operation
  if (kind !== 'createIssue' && kind !== 'updateIssue') return []
  const fields = (problem?.fields ?? []).filter(
    (name) => name !== 'name' && readField(body ?? {}, name) !== undefined,
  )
  return listRefusedFiles(operation).size > 0 ? [...fields, ANCHORS] : fields
}

/** The body without these fields, and without the locations in files that were refused. */
export function omitDispensable(operation: Refused): Record<string, unknown> {
  const fields = listDispensable(operation).filter((name) => name !== ANCHORS)
  const body = omitFields(operation.body ?? {}, fields)
  const files = listRefusedFiles(operation)
  if (files.size === 0) return body
  const { [ANCHORS]: _, ...rest } = body
  const left = readAnchors(operation).filter(({ bim_file_header_id }) => !files.has(bim_file_header_id))
  return left.length > 0 ? { ...rest, [ANCHORS]: left } : rest
}
