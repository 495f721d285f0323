import type { OwnTerm } from '@plumbline/contract/projects/own-terms'
import type { Project } from '@plumbline/contract/projects/projects'
import { type BuiltInTrade, trades } from '@plumbline/contract/projects/trades'
import {
  builtInVocabulary,
  listOfferedTerms,
  sortTerms,
  type Terms,
  type Vocabulary,
} from '@plumbline/contract/projects/vocabulary'
import { createContext, type ReactNode, use } from 'react'
import type { Option } from '../ui/Select.tsx'
import { OwnStatusNames } from '../ui/status-names.ts'
import { useProjectText } from './text.ts'

const VocabularyContext = createContext<Vocabulary>(builtInVocabulary)

// answers that an earlier version kept on the device have no vocabulary
const readVocabulary = (project: Partial<Pick<Project, 'vocabulary'>> | undefined): Vocabulary =>
  project?.vocabulary ?? builtInVocabulary

/** Shows its children with a project's vocabulary. */
export function VocabularyProvider(props: { project: Project | undefined; children?: ReactNode }) {
  const vocabulary = readVocabulary(props.project)
  return (
    <VocabularyContext value={vocabulary}>
      <OwnStatusNames value={vocabulary.status.names}>{props.children}</OwnStatusNames>
    </VocabularyContext>
  )
}

/** The vocabulary of the open project; all built-in names outside of projects. */
export const useVocabulary = (): Vocabulary => use(VocabularyContext)

export interface TermWords<T extends string> {
  names: Record<T | OwnTerm, string>
  /** all values in the project's order */
  all: (T | OwnTerm)[]
  /** options for new values, and for `used` values that are no longer offered */
  listOptions: (...used: (string | null | undefined)[]) => Option<T | OwnTerm>[]
  isOffered: (value: string) => boolean
}

/** The names, order and use of a list of values, from its built-in names in the person's language. */
export function buildTermWords<T extends string>(
  codes: readonly T[],
  builtIn: Record<T, string>,
  terms: Terms,
): TermWords<T> {
  // every own value has a name
  const names = { ...builtIn, ...terms.names } as Record<T | OwnTerm, string>
  return {
    names,
    all: sortTerms(codes, terms),
    listOptions: (...used) =>
      listOfferedTerms(codes, terms, used).map((value) => ({ value, label: names[value] })),
    isOffered: (value) => !terms.off.includes(value),
  }
}

export const useTradeWords = (): TermWords<BuiltInTrade> =>
  buildTermWords(trades, useProjectText().trades, useVocabulary().trade)
