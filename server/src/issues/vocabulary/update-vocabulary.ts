import type * as api from '@plumbline/contract/issues/vocabulary'
import { termCodes } from '@plumbline/contract/issues/vocabulary'
import {
  defaultTerms,
  type Terms,
  type Vocabulary,
  type VocabularyKind,
  vocabularyKinds,
} from '@plumbline/contract/projects/vocabulary'
import { reason } from '@plumbline/contract/reasons'
import { locales } from '@plumbline/contract/users/users'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Input, ProjectCtx } from '../../context.ts'
import { toJsonb } from '../../db/database.ts'
import { Refusal } from '../../http/refusal.ts'
import { lockProject } from '../../projects/levels.ts'
import { publishProjectUpdated } from '../../projects/update-project.ts'
import { type FormerNames, readProjectWords } from '../../projects/vocabulary.ts'
import { normalizeName } from '../sheets/read-sheet.ts'
import { sheetTexts } from '../sheets/texts/texts.ts'
import { buildVocabularyLists } from './vocabulary-lists.ts'

/** replaced names that are kept for each code, so that files exported under them can be imported */
const MAX_FORMER = 20

interface TermChanges {
  names?: Partial<Record<string, string | null>> | undefined
  off?: Partial<Record<string, boolean>> | undefined
  order?: readonly string[] | undefined
}

/** The names under which people and files know a code: its own one, or the built-in ones of every language. */
const listShownNames = (kind: VocabularyKind, code: string, { names }: Terms): string[] =>
  names[code] === undefined
    ? locales.map((locale) => (sheetTexts[locale][kind] as Record<string, string>)[code] ?? code)
    : [names[code]]

/** Refuses a changed name that stands for another code as well. @throws Refusal already_exists */
function checkNames(kind: VocabularyKind, terms: Terms, changed: readonly string[]): void {
  const codes: readonly string[] = termCodes[kind]
  const namesOf = new Map(codes.map((code) => [code, listShownNames(kind, code, terms).map(normalizeName)]))
  const isTaken = (code: string) => {
    const own = namesOf.get(code) ?? []
    return codes.some(
      (other) =>
        other !== code &&
        // a value written as it travels stands for itself
        (terms.names[code] === other || (namesOf.get(other) ?? []).some((name) => own.includes(name))),
    )
  }
  const taken = changed.filter(isTaken)
  if (taken.length === 0) return
  const why = reason('name_taken')
  const fields = Object.fromEntries(taken.map((code) => [`${kind}.names.${code}`, why]))
  throw new Refusal('already_exists', { reason: why, fields })
}

function checkDefault(kind: VocabularyKind, { off }: Terms): void {
  const code = defaultTerms[kind]
  if (code === undefined || !off.includes(code)) return
  const why = reason('default_not_off')
  throw new Refusal('bad_request', { reason: why, fields: { [`${kind}.off`]: why } })
}

function applyChanges(
  kind: VocabularyKind,
  before: Terms,
  { names = {}, off = {}, order }: TermChanges,
): Terms {
  const given = Object.entries({ ...before.names, ...names })
  const isOff = { ...Object.fromEntries(before.off.map((code) => [code, true])), ...off }
  const codes: readonly string[] = termCodes[kind]
  const after = {
    names: Object.fromEntries(given.filter((pair): pair is [string, string] => typeof pair[1] === 'string')),
    off: codes.filter((code) => isOff[code]),
    order: order ? [...new Set(order)] : before.order,
  }
  checkNames(
    kind,
    after,
    Object.keys(names).filter((code) => before.names[code] !== after.names[code]),
  )
  checkDefault(kind, after)
  return after
}

/** The replaced names with those that a change replaces. */
function addFormerNames(former: FormerNames, before: Vocabulary, after: Vocabulary): FormerNames {
  const all = structuredClone(former)
  for (const kind of vocabularyKinds)
    for (const [code, name] of Object.entries(before[kind].names)) {
      if (after[kind].names[code] === name) continue
      const known = (all[kind]?.[code] ?? []).filter((each) => each !== name)
      all[kind] = { ...all[kind], [code]: [...known, name].slice(-MAX_FORMER) }
    }
  return all
}

export async function updateVocabulary(ctx: ProjectCtx, { body }: Input<typeof api.updateVocabulary>) {
  const { project_id } = ctx.member
  await lockProject(ctx, project_id)
  const { vocabulary: before, former } = await readProjectWords(ctx.tx, project_id)
  const vocabulary: Vocabulary = { ...before }
  for (const kind of vocabularyKinds)
    if (body[kind]) vocabulary[kind] = applyChanges(kind, before[kind], body[kind])
  const { team_id } = await ctx.tx
    .updateTable('projects')
    .set({
      vocabulary: toJsonb(vocabulary),
      former_names: toJsonb(addFormerNames(former, before, vocabulary)),
    })
    .where('id', '=', project_id)
    .returning('team_id')
    .executeTakeFirstOrThrow()
  await publishProjectUpdated(ctx)
  const data = { fields: Object.keys(body).map((kind) => `vocabulary.${kind}`) }
  await recordAudit(ctx, { team_id }, { kind: 'PROJECT_CHANGED', project_id, data })
  return buildVocabularyLists(vocabulary)
}
