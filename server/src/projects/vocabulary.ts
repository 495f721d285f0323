import { isOwnTerm } from '@plumbline/contract/projects/own-terms'
import type { Vocabulary, VocabularyKind } from '@plumbline/contract/projects/vocabulary'
import { reason } from '@plumbline/contract/reasons'
import type { ProjectCtx } from '../context.ts'
import type { Tx } from '../db/database.ts'
import { Refusal } from '../http/refusal.ts'

/** Names of a list that were replaced, by code, the oldest first. */
export type FormerNames = Partial<Record<VocabularyKind, Record<string, string[]>>>

export interface ProjectWords {
  vocabulary: Vocabulary
  former: FormerNames
}

/** Reads a project's names for its types, trades and statuses, including earlier names. */
export async function readProjectWords(tx: Tx, projectId: string): Promise<ProjectWords> {
  const { vocabulary, former_names } = await tx
    .selectFrom('projects')
    .select(['vocabulary', 'former_names'])
    .where('id', '=', projectId)
    .executeTakeFirstOrThrow()
  return { vocabulary: vocabulary as Vocabulary, former: former_names as FormerNames }
}

/**
 * Refuses types and trades of other projects; built-in ones are known without a query. `field`: the field with the terms, if
 * not by name.
 */
export async function checkOwnTerms(
  { tx, member }: Pick<ProjectCtx, 'tx' | 'member'>,
  used: Partial<Record<'type' | 'trade', string | readonly string[] | undefined>>,
  field?: string,
): Promise<void> {
  const own = (['type', 'trade'] as const).flatMap((kind) =>
    [used[kind] ?? []].flat().flatMap((code) => (isOwnTerm(code) ? [{ kind, code }] : [])),
  )
  if (own.length === 0) return
  const { vocabulary } = await readProjectWords(tx, member.project_id)
  const unknown = own.find(({ kind, code }) => !vocabulary[kind].own.includes(code))
  if (!unknown) return
  const why = reason('not_in_project')
  throw new Refusal('bad_request', { reason: why, fields: { [field ?? unknown.kind]: why } })
}

/** Adds codes by their words, unless a word belongs to two codes or `lookup` has it already. */
function addUnambiguous(lookup: Map<string, string>, pairs: readonly (readonly [string, string])[]): void {
  const added = new Map<string, Set<string>>()
  for (const [word, code] of pairs)
    if (word !== '' && !lookup.has(word)) added.set(word, (added.get(word) ?? new Set()).add(code))
  for (const [word, codes] of added) for (const code of codes) if (codes.size === 1) lookup.set(word, code)
}

/**
 * Codes by the names of a list: current names first, then former names that only one code had. `builtIn`: the built-in names
 * of each code; `normalize` maps spellings of a name to one.
 */
export function buildTermLookup(
  { vocabulary, former }: ProjectWords,
  kind: VocabularyKind,
  builtIn: Readonly<Record<string, readonly string[]>>,
  normalize: (text: string) => string,
): ReadonlyMap<string, string> {
  const { names, own } = vocabulary[kind]
  const codes = [...new Set([...Object.keys(builtIn), ...own])]
  const pair = (words: readonly string[], code: string) =>
    words.map((word) => [normalize(word), code] as const)
  const lookup = new Map<string, string>()
  addUnambiguous(
    lookup,
    codes.flatMap((code) => pair(names[code] === undefined ? (builtIn[code] ?? []) : [names[code]], code)),
  )
  addUnambiguous(
    lookup,
    codes.flatMap((code) => pair([...(former[kind]?.[code] ?? []), ...(builtIn[code] ?? [])], code)),
  )
  return lookup
}
