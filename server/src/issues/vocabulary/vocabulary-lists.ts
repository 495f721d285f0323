import { termCodes, type VocabularyLists } from '@plumbline/contract/issues/vocabulary'
import { sortTerms, type Vocabulary, type VocabularyKind } from '@plumbline/contract/projects/vocabulary'
import { sheetTexts } from '../sheets/texts/texts.ts'

/** The lists of a project as programs read them: built-in names are in English. */
export function buildVocabularyLists(vocabulary: Vocabulary): VocabularyLists {
  const build = <K extends VocabularyKind>(kind: K) => {
    const { names, off } = vocabulary[kind]
    const english: Record<string, string> = sheetTexts.en[kind]
    const codes: readonly string[] = termCodes[kind]
    return sortTerms(codes, vocabulary[kind]).map((value) => ({
      value,
      name: names[value] ?? english[value] ?? value,
      is_own: names[value] !== undefined,
      offered: !off.includes(value),
    })) as VocabularyLists[K]
  }
  return { type: build('type'), trade: build('trade'), status: build('status') }
}
