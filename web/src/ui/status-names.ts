import { createContext, use, useMemo } from 'react'
import type { IssueStatus } from './issue-codes.ts'
import { useUiText } from './text.tsx'

/** Names that the open project gives statuses in place of the built-in ones. */
export const OwnStatusNames = createContext<Readonly<Partial<Record<string, string>>>>({})

/** The name of each status: the open project's own, or the built-in one in the person's language. */
export function useStatusNames(): Record<IssueStatus, string> {
  const { status } = useUiText()
  const own = use(OwnStatusNames)
  return useMemo(() => ({ ...status, ...own }), [status, own])
}
