import { issueTypes } from '@plumbline/contract/issues/issue-fields'
import { buildTermWords, type TermWords, useVocabulary } from '../projects/vocabulary.tsx'
import { useIssueText } from './text.ts'

type IssueType = (typeof issueTypes)[number]

/** The names, order and use of the types of issues in the open project. */
export const useTypeWords = (): TermWords<IssueType> =>
  buildTermWords(issueTypes, useIssueText().types, useVocabulary().type)
