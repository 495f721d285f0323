import type { dueFilters } from '@plumbline/contract/issues/filter'
import type { IssuePriority, issueTypes, issueVisibilities } from '@plumbline/contract/issues/issue-fields'
import type { IssueStatus, issueSources } from '@plumbline/contract/issues/issues'
import type { trades } from '@plumbline/contract/projects/trades'
import type { Locale } from '@plumbline/contract/users/users'
import type { SheetColumn } from '../columns.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'

/** Texts of spreadsheets and reports of issues in one language; an import recognizes the texts of every language. */
export interface SheetTexts {
  columns: Record<SheetColumn, string>
  status: Record<IssueStatus, string>
  priority: Record<IssuePriority, string>
  type: Record<(typeof issueTypes)[number], string>
  trade: Record<(typeof trades)[number], string>
  visibility: Record<(typeof issueVisibilities)[number], string>
  source: Record<(typeof issueSources)[number], string>
  /** names of the two sheets of a workbook */
  sheets: { issues: string; values: string }
  report: Record<ReportTextKey, string> & { due: Record<(typeof dueFilters)[number], string> }
}

type ReportTextKey =
  | 'title'
  | 'date'
  | 'company'
  | 'filter'
  | 'all'
  | 'statistics'
  | 'total'
  | 'open'
  | 'overdue'
  | 'unassigned'
  | 'closed_this_week'
  | 'page'
  | 'comments'
  | 'axes'
  | 'nobody'
  | 'none'
  | 'any'
  | 'somebody'
  | 'not'
  | 'me'
  | 'q'
  | 'from'
  | 'to'
  | 'watcher'
  | 'file'
  | 'yes'

export const sheetTexts: Record<Locale, SheetTexts> = { en, de, fr, es }
