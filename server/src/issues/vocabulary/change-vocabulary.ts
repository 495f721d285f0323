import type { BodyOf } from '@plumbline/contract/http'
import type * as api from '@plumbline/contract/issues/vocabulary'
import { formatOwnTerm, MAX_OWN_TERMS } from '@plumbline/contract/projects/own-terms'
import {
  type Terms,
  type Vocabulary,
  type VocabularyKind,
  vocabularyKinds,
} from '@plumbline/contract/projects/vocabulary'
import { reason } from '@plumbline/contract/reasons'
import { Refusal } from '../../http/refusal.ts'
import { checkKnownTerms, checkNames, checkOfferedCount, checkTerms, listTermCodes } from './checked-terms.ts'

/** The checked changes of a vocabulary, of a project or a company. */

interface TermChanges {
  names?: Partial<Record<string, string | null>> | undefined
  off?: Partial<Record<string, boolean>> | undefined
  order?: readonly string[] | undefined
}

function changeTerms(
  kind: VocabularyKind,
  before: Terms,
  { names = {}, off = {}, order }: TermChanges,
): Terms {
  checkKnownTerms(kind, before, [...Object.keys(names), ...Object.keys(off), ...(order ?? [])])
  const given = Object.entries({ ...before.names, ...names })
  const isOff = { ...Object.fromEntries(before.off.map((code) => [code, true])), ...off }
  const after: Terms = {
    names: Object.fromEntries(given.filter((pair): pair is [string, string] => typeof pair[1] === 'string')),
    off: listTermCodes(kind, before.own).filter((code) => isOff[code]),
    order: order ? [...new Set(order)] : before.order,
    own: before.own,
  }
  checkTerms(kind, after)
  if (Object.values(off).includes(false)) checkOfferedCount(after)
  checkNames(
    kind,
    after,
    Object.keys(names).filter((code) => before.names[code] !== after.names[code]),
  )
  return after
}

/** The vocabulary after a change of some of its lists. @throws Refusal */
export function changeVocabulary(before: Vocabulary, body: BodyOf<typeof api.updateVocabulary>): Vocabulary {
  const after: Vocabulary = { ...before }
  for (const kind of vocabularyKinds)
    if (body[kind]) after[kind] = changeTerms(kind, before[kind], body[kind])
  return after
}

/** The vocabulary with a further value. @throws Refusal */
export function addTerm(before: Vocabulary, { kind, name }: BodyOf<typeof api.createTerm>): Vocabulary {
  const terms = before[kind]
  if (terms.own.length >= MAX_OWN_TERMS)
    throw new Refusal('conflict', reason('too_many_terms_ever', { count: MAX_OWN_TERMS }))
  const code = formatOwnTerm(terms.own.length + 1)
  const after: Terms = { ...terms, names: { ...terms.names, [code]: name }, own: [...terms.own, code] }
  checkOfferedCount(after)
  checkNames(kind, after, [code], () => 'name')
  return { ...before, [kind]: after }
}
