import { termCodes } from '@plumbline/contract/issues/vocabulary'
import { isOwnTerm, type OwnTerm } from '@plumbline/contract/projects/own-terms'
import {
  defaultTerms,
  MAX_OFFERED_TERMS,
  type Terms,
  type VocabularyKind,
} from '@plumbline/contract/projects/vocabulary'
import { type Reason, reason } from '@plumbline/contract/reasons'
import { locales } from '@plumbline/contract/users/users'
import { Refusal } from '../../http/refusal.ts'
import { normalizeName } from '../sheets/normalize-name.ts'
import { sheetTexts } from '../sheets/texts/texts.ts'

/** Validation of a project's vocabulary. */

/** The names under which people and files know a code: its own one, or the built-in ones of every language. */
const listShownNames = (kind: VocabularyKind, code: string, { names }: Terms): string[] =>
  names[code] === undefined
    ? locales.map((locale) => (sheetTexts[locale][kind] as Record<string, string>)[code] ?? code)
    : [names[code]]

const refuseField = (code: 'bad_request' | 'already_exists', field: string, why: Reason) =>
  new Refusal(code, { reason: why, fields: { [field]: why } })

/** Every code of a list. */
export const listTermCodes = (kind: VocabularyKind, own: readonly OwnTerm[]): string[] => [
  ...termCodes[kind],
  ...own,
]

/** Refuses a changed name that is a name of another code as well; `fieldOf` names its field. @throws Refusal already_exists */
export function checkNames(
  kind: VocabularyKind,
  terms: Terms,
  changed: readonly string[],
  fieldOf: (code: string) => string = (code) => `${kind}.names.${code}`,
): void {
  const codes = listTermCodes(kind, terms.own)
  const namesOf = new Map(codes.map((code) => [code, listShownNames(kind, code, terms).map(normalizeName)]))
  const isTaken = (code: string) => {
    const mine = namesOf.get(code) ?? []
    return codes.some(
      (other) =>
        other !== code &&
        // a name equal to the value's code is allowed for that value
        (terms.names[code] === other || (namesOf.get(other) ?? []).some((name) => mine.includes(name))),
    )
  }
  const taken = changed.find(isTaken)
  if (taken !== undefined) throw refuseField('already_exists', fieldOf(taken), reason('name_taken'))
}

/** Refuses own codes without a name, and a default that is off. @throws Refusal bad_request */
export function checkTerms(kind: VocabularyKind, { names, off, own }: Terms): void {
  const nameless = own.find((code) => names[code] === undefined)
  if (nameless) throw refuseField('bad_request', `${kind}.names.${nameless}`, reason('missing'))
  const code = defaultTerms[kind]
  if (code !== undefined && off.includes(code))
    throw refuseField('bad_request', `${kind}.off.${code}`, reason('default_not_off'))
}

/** Refuses more own codes on offer than a project may have. @throws Refusal conflict */
export function checkOfferedCount({ off, own }: Terms): void {
  if (own.filter((code) => !off.includes(code)).length > MAX_OFFERED_TERMS)
    throw new Refusal('conflict', reason('too_many_own_terms', { count: MAX_OFFERED_TERMS }))
}

/** Refuses own codes that the list does not have. @throws Refusal bad_request */
export function checkKnownTerms(kind: VocabularyKind, { own }: Terms, codes: readonly string[]): void {
  const unknown = codes.find((code) => isOwnTerm(code) && !own.includes(code))
  if (unknown) throw refuseField('bad_request', `${kind}.names.${unknown}`, reason('not_valid'))
}
