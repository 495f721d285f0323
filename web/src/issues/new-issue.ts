import type { BodyOf } from '@plumbline/contract/http'
import type { CustomField } from '@plumbline/contract/issues/custom-fields'
import {
  buildRecord,
  type IssueFieldName,
  isFieldOf,
  issueFieldList,
  issueFieldNames,
} from '@plumbline/contract/issues/issue-fields'
import type { createIssue } from '@plumbline/contract/issues/issues'
import type { IssueTemplate } from '@plumbline/contract/issues/lists'
import { pickCopied } from './custom-fields/new-values.ts'

/** Form values of the new-issue dialog. */
export type NewIssueValues = Required<Pick<BodyOf<typeof createIssue>, IssueFieldName | 'custom_fields'>>

export const emptyNewIssue = {
  ...buildRecord(issueFieldNames, (field): unknown => issueFieldList[field].initial),
  custom_fields: {},
} as NewIssueValues

/** Storage key of the new-issue draft, shared by the dialog and the card in the viewer. */
export const buildNewIssueDraftKey = (projectId: string) => `new-issue.${projectId}`

/** The values of a new issue and the id under which it will be created. */
export interface NewIssueDraft extends NewIssueValues {
  id: string
  /** the server may have created it: another try, also after a reload, has to name the same id */
  is_sent: boolean
}

/**
 * Continues a stored draft. Until it is sent each form has a separate id: the forms of two tabs with the same draft would
 * take each other's issue for their own.
 */
export function continueNewIssueDraft(text: string, initial: NewIssueDraft): NewIssueDraft | null {
  const draft = parseNewIssueDraft(text, initial)
  return draft && { ...draft, id: draft.is_sent ? draft.id : initial.id }
}

/** Merges a stored draft into the initial values; null if the stored text is not a draft. */
export function parseNewIssueDraft<T extends NewIssueValues>(text: string, initial: T): T | null {
  try {
    const parsed: unknown = JSON.parse(text)
    if (typeof parsed !== 'object' || parsed === null) return null
    const known = Object.entries(initial).filter(([field, value]) => {
      const draft = (parsed as Record<string, unknown>)[field]
      const fits =
        value === null
          ? draft === null || typeof draft === (isFieldOf('decimal', field) ? 'number' : 'string')
          : typeof draft === typeof value && draft !== null
      return fits && Array.isArray(draft) === Array.isArray(value)
    })
    return {
      ...initial,
      ...Object.fromEntries(known.map(([field]) => [field, (parsed as Record<string, unknown>)[field]])),
    }
  } catch {
    return null
  }
}

/** Applies a template to the form values; fields that the template leaves out keep their values. */
export function applyTemplate(
  issue: NewIssueValues,
  template: IssueTemplate,
  /** in the time zone of the project */
  dueIn: (days: number) => string,
  offered: readonly CustomField[],
): NewIssueValues {
  const { due_in_days, fields } = template
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined))
  return {
    ...issue,
    ...given,
    custom_fields: { ...issue.custom_fields, ...pickCopied(offered, fields.custom_fields ?? {}) },
    ...(due_in_days === null ? {} : { due_date: dueIn(due_in_days) }),
  }
}
