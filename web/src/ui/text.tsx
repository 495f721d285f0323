import { CSPProvider } from '@base-ui/react/csp-provider'
import { DirectionProvider } from '@base-ui/react/direction-provider'
import { createContext, type ReactNode, use } from 'react'
import type { FieldIssue } from './form-values.ts'
import type { IssueStatus, Priority } from './issue-codes.ts'

/** The texts of the UI components. Other languages come from the catalogues. */
export interface UiText {
  /** BCP 47, for numbers */
  locale: string
  /** key cap labels that differ between keyboard languages */
  keys: Partial<Record<string, string>>
  close: string
  cancel: string
  clear: string
  remove: (name: string) => string
  loading: string
  loadFailed: string
  tryAgain: string
  noResults: string
  showOptions: string
  /** button that shows the other selected values */
  showMore: (count: number) => string
  searchFailed: string
  /** in place of options that have not been read, which is repeated until it succeeds */
  optionsUnread: string
  opensNewTab: string
  show: string
  hide: string
  showPassword: string
  hidePassword: string
  increase: string
  decrease: string
  codeDigit: (digit: number, of: number) => string
  checkFields: (count: number) => string
  fieldIssue: (issue: FieldIssue) => string
  /** validation message of a field, in the summary above the form */
  inField: (label: string, problem: string) => string
  discardQuestion: string
  keepEditing: string
  discard: string
  draftRestored: string
  success: string
  changesApplied: string
  error: string
  serverError: string
  notCopied: string
  notifications: string
  selectAll: string
  selectRow: (row: string) => string
  openRow: (row: string) => string
  resize: string
  sheetHeight: string
  showAsTable: string
  showAsChart: string
  total: string
  label: string
  value: string
  chooseFile: (many: boolean) => string
  dropHere: string
  fileTooLarge: (limit: string) => string
  fileWrongType: (types: string) => string
  fileTooMany: (limit: number) => string
  fileEmpty: string
  uploadPicture: string
  uploadImage: string
  pictureHelp: (limit: string) => string
  pictureWrongType: string
  pictureTooMany: string
  pictureFrame: string
  pictureFrameHelp: string
  pictureSaved: string
  zoom: string
  percent: (part: number) => string
  uploading: string
  uploadFailed: string
  chooseAnother: string
  removePicture: string
  save: string
  done: string
  copy: string
  copied: string
  needsConnection: string
  status: Record<IssueStatus, string>
  priority: Record<Priority, string>
}

const wordedFormats: Record<string, string> = {
  email: 'Enter an e-mail address, such as name@company.com',
  url: 'Enter a web address, such as https://company.com',
  date: 'Enter a date',
  datetime: 'Enter a date and a time',
  uuid: 'This is not a valid identifier',
}

/** The English message of a validation issue; messages of custom rules are kept. */
function englishFieldIssue(issue: FieldIssue): string {
  const { code, origin, minimum, maximum } = issue
  if (issue.lacks) return issue.lacks === 'tick' ? 'Tick this box' : 'Fill this in'
  if (code === 'too_small' && origin === 'string') {
    return minimum === 1 ? 'Fill this in' : `Enter at least ${minimum} characters`
  }
  if (code === 'too_big' && origin === 'string') return `Enter at most ${maximum} characters`
  if (code === 'too_small' && origin === 'array') return `Choose at least ${minimum}`
  if (code === 'too_big' && origin === 'array') return `Choose at most ${maximum}`
  if (code === 'too_small') return `Enter ${minimum} or more`
  if (code === 'too_big') return `Enter ${maximum} or less`
  if (code === 'invalid_format') return wordedFormats[issue.format ?? ''] ?? 'This format is not valid'
  if (code === 'invalid_value') return 'Choose one of the options'
  if (code === 'invalid_type') return 'This value is not valid'
  return issue.message
}

export const englishUiText: UiText = {
  locale: 'en',
  keys: {},
  close: 'Close',
  cancel: 'Cancel',
  clear: 'Clear',
  remove: (name) => `Remove ${name}`,
  loading: 'Loading…',
  loadFailed: 'Could not load this',
  tryAgain: 'Try again',
  noResults: 'No results',
  showMore: (count) => `${count} more`,
  showOptions: 'Show options',
  optionsUnread: 'Not loaded yet. Another try follows in a moment.',
  searchFailed: 'The search failed. Keep typing to try again.',
  opensNewTab: '(opens in a new tab)',
  show: 'Show',
  hide: 'Hide',
  showPassword: 'Show password',
  hidePassword: 'Hide password',
  increase: 'Increase',
  decrease: 'Decrease',
  codeDigit: (digit, of) => `Digit ${digit} of ${of}`,
  checkFields: (count) => (count === 1 ? 'Check one field' : `Check ${count} fields`),
  fieldIssue: englishFieldIssue,
  inField: (label, problem) => `${label}: ${problem}`,
  discardQuestion: 'Leave without saving your changes?',
  keepEditing: 'Keep editing',
  discard: 'Discard',
  draftRestored: 'Your unsaved changes were restored.',
  success: 'Success',
  changesApplied: 'Changes applied',
  error: 'Error',
  serverError: 'Server error',
  notCopied: 'The browser did not copy the text.',
  notifications: 'Messages',
  selectAll: 'Select all',
  selectRow: (row) => `Select ${row}`,
  openRow: (row) => `Open ${row}`,
  resize: 'Resize panels',
  sheetHeight: 'Sheet height',
  showAsTable: 'Show as table',
  showAsChart: 'Show as chart',
  total: 'Total',
  label: 'Label',
  value: 'Value',
  chooseFile: (many) => (many ? 'Choose files' : 'Choose a file'),
  dropHere: 'or drop or paste here',
  fileTooLarge: (limit) => `This file is larger than ${limit}`,
  fileWrongType: (types) => `Use ${types}`,
  fileTooMany: (limit) => (limit === 1 ? 'Choose one file' : `Choose at most ${limit} files`),
  fileEmpty: 'This file is empty',
  uploadPicture: 'Upload picture',
  uploadImage: 'Upload image',
  pictureHelp: (limit) => `JPG or PNG, at most ${limit}`,
  pictureWrongType: 'Use a JPG or PNG image',
  pictureTooMany: 'Choose one image',
  pictureFrame: 'Visible part of the picture',
  pictureFrameHelp: 'Drag it, or use the arrow keys and + and −.',
  pictureSaved: 'Saved. Move or zoom the picture to change the crop.',
  zoom: 'Zoom',
  percent: (part) => `${Math.round(part * 100)} %`,
  uploading: 'Uploading…',
  uploadFailed: 'Could not upload the picture',
  chooseAnother: 'Choose another',
  removePicture: 'Remove picture',
  save: 'Save',
  done: 'Done',
  copy: 'Copy',
  copied: 'Copied',
  needsConnection: 'You need to be online for this',
  status: {
    OPEN: 'Open',
    IN_PROGRESS: 'In progress',
    RESOLVED: 'Resolved',
    REOPENED: 'Reopened',
    CLOSED: 'Closed',
    VOID: 'Void',
  },
  priority: { LOW: 'Low', MEDIUM: 'Medium', HIGH: 'High', CRITICAL: 'Critical' },
}

const UiTextContext = createContext<UiText>(englishUiText)

/**
 * Provides the texts and reading direction of the components below it; English by default.
 *
 *     <UiTextProvider text={catalogue.ui} direction="rtl"><App /></UiTextProvider>
 */
export function UiTextProvider(props: { text: UiText; direction?: 'ltr' | 'rtl'; children: ReactNode }) {
  return (
    <UiTextContext value={props.text}>
      {/* no <style> elements: the content security policy allows only our own style sheets */}
      <CSPProvider disableStyleElements>
        <DirectionProvider direction={props.direction ?? 'ltr'}>{props.children}</DirectionProvider>
      </CSPProvider>
    </UiTextContext>
  )
}

/** Returns the UI texts. `const text = useUiText()` */
export function useUiText(): UiText {
  return use(UiTextContext)
}
